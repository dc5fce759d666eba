import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { replace } from '@landscape/store/objects/directory'
import { BUCKETS } from '@landscape/store/objects/port'
import { generateRepositories } from '../bench/generate-repositories.ts'
import { SERVICE_NAMES } from '../../start/plan.ts'
import { run } from '../../../test/support/process.ts'
import { prepareOnS3, type OnS3, type Print } from '../stage.ts'
import { createWriters, WRITERS, type Writers } from './writers.ts'

const REPOSITORIES = 30_000
const RECORDS = 2_000
const BUCKET = 'landscape-backups'
const TARGET = `s3://${BUCKET}/drill`

/**
 * Deletes all three buckets during edits, restores the last backup and counts lost edits. Runs real
 * processes on a real S3 server.
 *
 * @returns whether every edit acknowledged before the last backup began was restored, and the restored
 *   store is valid
 */
export async function restore(print: Print): Promise<boolean> {
  const landscape = await prepareOnS3()
  const { data: store } = landscape
  const drill = { landscape, print, writers: createWriters(landscape) }
  try {
    await mkdir(join(store.bucketsIn, BUCKET))
    const repositories = Buffer.from(JSON.stringify(generateRepositories(REPOSITORIES)))
    await replace(store.store, DOCUMENTS.repositories.ref, repositories)
    await makeHistory(store.store)
    await landscape.startAll()
    print(`${REPOSITORIES} repositories, ${RECORDS} records of history, ${WRITERS} editors`)
    const backedUp = await backUpDuringEdits(drill)
    await sleep(5_000)
    const lostAt = Date.now()
    await deleteBuckets(drill)
    const isRestored = await restoreAll(drill)
    const areKept = await countLost(drill, { begun: backedUp.begun, lostAt })
    const isUndone = await undoNewest(landscape)
    print(`the newest change can be undone: ${isUndone ? 'yes' : 'no'}`)
    return backedUp.succeeded && isRestored && areKept && isUndone
  } finally {
    await drill.writers.stop()
    await landscape.stop()
  }
}

interface Drill {
  landscape: OnS3
  writers: Writers
  print: Print
}

/** Makes a full backup and a later one during edits; returns when the later one began (ms since 1970). */
async function backUpDuringEdits(drill: Drill): Promise<{ begun: number; succeeded: boolean }> {
  drill.writers.begin()
  await sleep(5_000)
  const full = await storeCommand(drill, 'backup', TARGET)
  await sleep(10_000)
  const last = await storeCommand(drill, 'backup', TARGET)
  const begun = Date.parse(/ as of (\S+),/.exec(last.output)?.[1] ?? '')
  return { begun, succeeded: full.code === 0 && last.code === 0 }
}

/** Deletes the buckets while the services write to them; they are empty and no service runs afterwards. */
async function deleteBuckets({ landscape, writers, print }: Drill): Promise<void> {
  print('all three buckets are deleted')
  // Retries, because the services still write to the buckets.
  const withRetries = { recursive: true, maxRetries: 20 }
  for (const bucket of BUCKETS) await rm(bucketPath(landscape.data, bucket), withRetries)
  await sleep(3_000)
  await writers.stop()
  for (const name of SERVICE_NAMES) await landscape.terminate(name)
  for (const bucket of BUCKETS) await mkdir(bucketPath(landscape.data, bucket))
}

/** Restores the last backup, checks the store and starts the services. */
async function restoreAll(drill: Drill): Promise<boolean> {
  const began = performance.now()
  const restored = await storeCommand(drill, 'restore', '--from', TARGET)
  const checked = await storeCommand(drill, 'check')
  await drill.landscape.startAll()
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  drill.print(`  serving requests ${seconds} s after the restore began`)
  return restored.code === 0 && checked.code === 0
}

/** Prints the lost edits; returns whether none of those before the last backup were lost. */
async function countLost(
  { writers, print }: Drill,
  { begun, lostAt }: { begun: number; lostAt: number },
): Promise<boolean> {
  const found = await writers.storedNames()
  const acknowledged = [...writers.acknowledged]
  const before = acknowledged.filter(([, at]) => at < begun)
  const later = acknowledged.filter(([, at]) => at >= begun)
  const lostOf = (some: typeof acknowledged) => some.filter(([name]) => !found.has(name)).length
  print(`acknowledged before the last backup began: ${before.length}, lost: ${lostOf(before)}`)
  const seconds = ((lostAt - begun) / 1_000).toFixed(0)
  print(`acknowledged in the ${seconds} s after that: ${later.length}, lost: ${lostOf(later)}`)
  return before.length > 0 && lostOf(before) === 0
}

/** Runs `npm run store` and prints its output. */
async function storeCommand({ landscape, print }: Drill, ...args: string[]) {
  const settings = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    ...landscape.data.env,
  }
  const began = performance.now()
  const command = run(['tools/store.ts', ...args], settings)
  const code = await command.exit
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  print(`  ${args[0]}: ${command.output().trim().replaceAll('\n', '; ')} (total ${seconds} s)`)
  return { code, output: command.output() }
}

type Store = OnS3['data']

const SETTINGS = {
  main: 'MAIN_BUCKET_NAME',
  'audit-tool': 'AUDIT_TOOL_BUCKET_NAME',
  assistant: 'ASSISTANT_BUCKET_NAME',
}

function bucketPath({ bucketsIn, env }: Store, bucket: (typeof BUCKETS)[number]): string {
  return join(bucketsIn, env[SETTINGS[bucket]] ?? '')
}

async function makeHistory(store: Store['store']): Promise<void> {
  const { ref, schema } = DOCUMENTS.banners
  const banners = createDocument(store, ref, schema, { history: 'banners' })
  for (let n = 0; n < RECORDS; n++) {
    const messages = [{ id: 'drill', message: `Version ${n}`, pages: ['radar'], show: true }]
    await banners.change(() => ({ next: { messages }, result: undefined }), {
      by: { actor: 'drill', action: 'replace banners' },
    })
  }
}

async function undoNewest({ client, issuer }: OnS3): Promise<boolean> {
  const headers = issuer.headersFor({ email: 'kim@acme.example', groups: ['admin'] })
  const { json } = await client.get('/admin/api/history?limit=1', headers)
  const [change] = (json() as { changes: { id: string }[] }).changes
  const path = `/admin/api/history/${change?.id}/undo`
  return (await client.post(path, {}, headers)).status === 200
}
