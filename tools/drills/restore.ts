import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts'
import { BUCKETS, createDocument, replace } from '@landscape/store'
import { installServer } from '@landscape/dev/s3-server'
import { generateRepositories } from '../bench/generate-repositories.ts'
import { SERVICE_NAMES, type ServiceName } from '../start/plan.ts'
import { createClient, type Client } from '../../test/support/client.ts'
import { run } from '../../test/support/process.ts'
import { startProduction, type Production } from '../../test/support/production.ts'
import { openS3 } from '../../test/support/stores.ts'

const REPOSITORIES = 30_000
const RECORDS = 2_000
const WRITERS = 4
/** Projects per owner, below the limit of the registry. */
const PROJECTS_EACH = 50
const BUCKET = 'landscape-backups'
const TARGET = `s3://${BUCKET}/drill`

/**
 * Deletes all three buckets during edits, restores the last backup and counts lost edits. Runs real processes on a
 * real S3 server.
 *
 * @returns whether every edit acknowledged before the last backup began was restored, and the restored store is valid
 */
export async function restore(print: (line: string) => void): Promise<boolean> {
  await installServer()
  const store = await openS3()
  const landscape = await startProduction({ documents: false, services: [] })
  const settings = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'development', ...store.env }
  const command = async (...args: string[]) => {
    const began = performance.now()
    const command = run(['tools/store.ts', ...args], settings)
    const code = await command.exit
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    print(`  ${args[0]}: ${command.output().trim().replaceAll('\n', '; ')} (total ${seconds} s)`)
    return { code, output: command.output() }
  }
  const startAll = async () => {
    const env = (name: ServiceName) => (name === 'gateway' ? {} : store.env)
    for (const name of SERVICE_NAMES.toReversed()) await landscape.start(name, env(name))
  }
  const client = createClient(landscape.url, { described: false })
  const writers = startWriters(client, landscape)
  try {
    await mkdir(join(store.bucketsIn, BUCKET))
    const repositories = Buffer.from(JSON.stringify(generateRepositories(REPOSITORIES)))
    await replace(store.store, DOCUMENTS.repositories.ref, repositories)
    await makeHistory(store.store)
    await startAll()
    print(`${REPOSITORIES} repositories, ${RECORDS} records of history, ${WRITERS} editors`)
    writers.begin()
    await sleep(5_000)
    const full = await command('backup', TARGET)
    await sleep(10_000)
    const last = await command('backup', TARGET)
    const began = Date.parse(/ as of (\S+),/.exec(last.output)?.[1] ?? '')
    await sleep(5_000)

    print('all three buckets are deleted')
    const lostAt = Date.now()
    // Retries, because the services still write to the buckets.
    const withRetries = { recursive: true, maxRetries: 20 }
    for (const bucket of BUCKETS) await rm(bucketPath(store, bucket), withRetries)
    await sleep(3_000)
    await writers.stop()
    for (const name of SERVICE_NAMES) await landscape.terminate(name)
    for (const bucket of BUCKETS) await mkdir(bucketPath(store, bucket))

    const downSince = performance.now()
    const restored = await command('restore', '--from', TARGET)
    const checked = await command('check')
    await startAll()
    print(
      `  serving requests ${((performance.now() - downSince) / 1_000).toFixed(1)} s after the restore began`,
    )

    const found = await writers.storedNames()
    const acknowledged = [...writers.acknowledged]
    const before = acknowledged.filter(([, at]) => at < began)
    const later = acknowledged.filter(([, at]) => at >= began)
    const lostOf = (some: typeof acknowledged) => some.filter(([name]) => !found.has(name)).length
    print(`acknowledged before the last backup began: ${before.length}, lost: ${lostOf(before)}`)
    print(
      `acknowledged in the ${((lostAt - began) / 1_000).toFixed(0)} s after that: ${later.length}, lost: ${lostOf(later)}`,
    )
    const isUndone = await undoNewest(client, landscape)
    print(`the newest change can be undone: ${isUndone ? 'yes' : 'no'}`)
    const codes = [full, last, restored, checked].map(({ code }) => code)
    return (
      before.length > 0 && lostOf(before) === 0 && isUndone && codes.every((code) => code === 0)
    )
  } finally {
    await writers.stop()
    client.close()
    await landscape.stop()
    await store.close()
  }
}

type Store = Awaited<ReturnType<typeof openS3>>

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

/** Registers projects sequentially and records the acknowledged ones with their time. */
function startWriters(client: Client, { issuer }: Production) {
  const acknowledged = new Map<string, number>()
  const headers = new Map<string, Record<string, string>>()
  const stopped = new AbortController()
  const headersOf = (email: string) => {
    const known = headers.get(email) ?? issuer.headersFor({ email, groups: [] })
    headers.set(email, known)
    return known
  }
  async function write(writer: number): Promise<void> {
    for (let n = 0; !stopped.signal.aborted; n++) {
      const email = `drill-${writer}-${Math.floor(n / PROJECTS_EACH)}@acme.example`
      const name = `Drill ${writer} ${n}`
      const project = { user: [{ email, roles: [] }], details: [{ name }] }
      const response = await client
        .post('/api/v1/projects', project, headersOf(email))
        .catch(() => undefined)
      if (response?.status === 201) acknowledged.set(name, Date.now())
      else await sleep(100)
    }
  }
  let writing: Promise<unknown> = Promise.resolve()
  return {
    acknowledged,
    begin() {
      writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    },
    async stop() {
      stopped.abort()
      await writing
    },
    /** Returns the names of the projects that the API returns to their owners. */
    async storedNames(): Promise<Set<string>> {
      const found = new Set<string>()
      for (const email of headers.keys()) {
        const own = issuer.headersFor({ email, groups: [] })
        const { status, text, json } = await client.get('/api/v1/projects', own)
        // This owner has lost all projects.
        if (status === 404) continue
        if (status !== 200) throw new Error(`GET /api/v1/projects: ${status} ${text}`)
        for (const { details } of json() as { details: { name: string }[] }[]) {
          found.add(details[0]?.name ?? '')
        }
      }
      return found
    },
  }
}

async function undoNewest(client: Client, { issuer }: Production): Promise<boolean> {
  const headers = issuer.headersFor({ email: 'kim@acme.example', groups: ['admin'] })
  const { json } = await client.get('/admin/api/history?limit=1', headers)
  const [change] = (json() as { changes: { id: string }[] }).changes
  const path = `/admin/api/history/${change?.id}/undo`
  return (await client.post(path, {}, headers)).status === 200
}
