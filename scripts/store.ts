/** `npm run store -- …`: looks at and loads the stored documents, whichever adapter is set. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ConfigError } from '@landscape/config'
import { parseIsoInstant } from '@landscape/contracts'
import { isHistoryKey } from '@landscape/history'
import {
  BUCKETS,
  exportDirectory,
  nameOf,
  parseJson,
  readDirectory,
  replace,
  type InventoriedStore,
  type ObjectRef,
  type ObjectStore,
} from '@landscape/object-store'
import { backupCommand, restoreCommand, type BackupFlags } from './store/backup/commands.ts'
import type { StoreSettings } from './store/backup/open-target.ts'
import { check, recordCheck, type Findings } from './store/check.ts'
import { INSPECT_CODES, inspect } from './store/inspect.ts'
import { faultsIn, isOurs } from './store/faults-in.ts'
import { HISTORY_NAMES, NothingToRestore, restore, verifyAll } from './store/history.ts'
import { withStore } from './store/with-store.ts'

const USAGE = `npm run store -- <command>

  ls [bucket[/prefix]]     names of the stored documents
  cat <bucket/key>         prints a document, indented
  put <bucket/key> [file]  stores a JSON file (or standard input), replacing what is there
  import <directory>       stores every <bucket>/<key>.json below the directory, or none
  export <directory>       writes every document below the directory, and its history
  inspect [--all]          says what is odd in the documents, where, and what becomes of it; alters nothing
  check [--all] [--record] says what is wrong in the documents, in what they name in each other and in
                           their history, and what to do; --record leaves the result for the figures
  verify                   walks the history of every document: is it what was stored?
  restore <document> --at <instant> [--by <e-mail>] [--yes]
                           says what it would change to have the document as it was; --yes does it
  backup <target> [--keep <number>] [--verify] [--record] [--encryption <kind> [--kms-key <id>]]
                           copies what has changed since the last backup, while services run;
                           --record leaves when it began for the figures
  restore --from <target> [--at <instant>] [--replace]
                           makes an empty store what a backup is, the newest or that of an instant;
                           --replace does so with a store that holds something else

A document that does not match its schema is refused; --force stores it anyway.
inspect and check name the first place of each sort, with --all every place, and no value of a document
but names of technologies. check ends with 0 when nothing is wrong, else with 1. inspect:
  ${INSPECT_CODES}
A target is a directory, or s3://<bucket>/<prefix>; --encryption is AES256 or aws:kms, else the bucket's
default. --keep takes all but the newest backups away; --verify reads what is kept, and copies damaged
objects anew.
Documents with a history: ${HISTORY_NAMES.join(', ')}. An instant is like 2026-11-21T10:00:00Z.
Buckets: ${BUCKETS.join(', ')}. The store is the one the settings name (.env or the environment).`

const INSIST = `Nothing was stored. --force stores it anyway: readers then get the last good copy while there is
one, and nobody can edit the document.`

/** A mistake of the person at the terminal; its message is all they need. */
class UsageError extends Error {}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      at: { type: 'string' },
      by: { type: 'string', default: 'operator' },
      from: { type: 'string' },
      replace: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      keep: { type: 'string' },
      encryption: { type: 'string' },
      'kms-key': { type: 'string' },
    },
  })
  const [command, ...operands] = positionals
  const run = COMMANDS[command ?? '']
  if (!run) throw new UsageError(USAGE)
  await withStore([], (store, settings) => run(store, operands, values, settings))
}

interface Flags extends BackupFlags {
  force: boolean
  yes: boolean
  all: boolean
  at?: string
  by: string
  from?: string
  replace: boolean
}

type Run = (
  store: InventoriedStore,
  operands: string[],
  flags: Flags,
  settings: StoreSettings,
) => Promise<void>

const COMMANDS: Record<string, Run> = {
  async ls(store, [where = '']) {
    const [first = '', ...rest] = where.split('/')
    const buckets = BUCKETS.filter((bucket) => where === '' || bucket === first)
    if (buckets.length === 0) throw new UsageError(`No bucket "${first}": ${BUCKETS.join(', ')}`)
    for (const bucket of buckets) {
      const prefix = rest.join('/')
      for (const key of await store.list(bucket, prefix)) {
        // The objects of a history are many: they are listed for whoever asks for them.
        if (prefix !== '' || !isHistoryKey(key)) console.log(nameOf({ bucket, key }))
      }
    }
  },

  async cat(store, [name]) {
    const ref = refOf(name)
    const got = await store.get(ref)
    if (got.kind !== 'found') throw new UsageError(`There is no document ${nameOf(ref)}`)
    const isWhole = isJson(got.body)
    console.log(isWhole ? JSON.stringify(parseJson(got.body), null, 2) : got.body.toString('utf8'))
  },

  async put(store, [name, file], { force }) {
    const ref = refOf(name)
    const body = file === undefined ? await buffer(process.stdin) : await readFile(file)
    if (!isJson(body)) throw new UsageError('The input is not JSON; nothing was stored')
    if (!force) assertValid([{ ref, body }])
    await storeOne(store, { ref, body })
  },

  async import(store, [directory], { force }) {
    if (directory === undefined) throw new UsageError(USAGE)
    const documents = await readDirectory(directory)
    if (!force) assertValid(documents)
    for (const document of documents) await storeOne(store, document)
  },

  async export(store, [directory]) {
    if (directory === undefined) throw new UsageError(USAGE)
    for (const ref of await exportDirectory(store, directory)) console.log(`Wrote ${nameOf(ref)}`)
  },

  async inspect(store, _operands, { all }) {
    const { lines, verdict } = await inspect(store, all)
    for (const line of lines) console.log(line)
    process.exitCode = verdict
  },

  async check(store, _operands, { all, record }) {
    const { lines, findings } = await check(store, all)
    for (const line of lines) console.log(line)
    const found = Object.values(findings).reduce((sum, count) => sum + count, 0)
    console.log(found === 0 ? 'Nothing is wrong.' : summaryOf(findings))
    if (record) await recordCheck(store, findings, Date.now())
    if (found > 0) process.exitCode = 1
  },

  async verify(store) {
    const { lines, isSound } = await verifyAll(store)
    for (const line of lines) console.log(line)
    if (!isSound) process.exitCode = 1
  },

  async backup(store, [where], flags, settings) {
    if (where === undefined) throw new UsageError(USAGE)
    for (const line of await backupCommand(store, settings, where, flags)) console.log(line)
  },

  async restore(store, [document], { at, by, yes, from, replace }, settings) {
    const instant = at === undefined ? undefined : instantOf(at)
    // The whole store from a backup, or one document by its history.
    if (from !== undefined && document === undefined) {
      const meant = { instant, isReplacing: replace }
      for (const line of await restoreCommand(store, settings, from, meant)) console.log(line)
      return
    }
    const name = HISTORY_NAMES.find((known) => known === document)
    if (!name || instant === undefined) throw new UsageError(USAGE)
    const email = by.trim().toLowerCase()
    const meant = { name, instant, by: email, isMeant: yes }
    const lines = await restore(store, meant).catch(asUsageError)
    for (const line of lines) console.log(line)
  },
}

function instantOf(text: string): Date {
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? parseIsoInstant(text) : undefined
  if (instant === undefined) throw new UsageError(USAGE)
  return new Date(instant)
}

function summaryOf({ schema, reference, history }: Findings): string {
  return `Wrong: ${schema} by schema, ${reference} by what documents name in each other, ${history} in histories.`
}

function asUsageError(error: unknown): never {
  throw error instanceof NothingToRestore ? new UsageError(error.message) : error
}

function refOf(name = ''): ObjectRef {
  const [first, ...rest] = name.split('/')
  const bucket = BUCKETS.find((known) => known === first)
  const key = rest.join('/')
  if (!bucket || key === '') {
    throw new UsageError(`Name a document as <bucket>/<key>; buckets: ${BUCKETS.join(', ')}`)
  }
  return { bucket, key }
}

interface Given {
  ref: ObjectRef
  body: Buffer
}

function assertValid(documents: readonly Given[]): void {
  const faults = documents.flatMap(({ ref, body }) => faultsIn(ref, body) ?? [])
  if (faults.length > 0) throw new UsageError([...faults, INSIST].join('\n'))
}

async function storeOne(store: ObjectStore, { ref, body }: Given): Promise<void> {
  await replace(store, ref, body)
  console.log(`Stored ${nameOf(ref)}`)
  if (!isOurs(ref)) console.error(`No service reads ${nameOf(ref)}: check its name.`)
}

function isJson(body: Buffer): boolean {
  try {
    parseJson(body)
    return true
  } catch {
    return false
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const known = error instanceof UsageError || error instanceof ConfigError || Error.isError(error)
  console.error(known ? error.message : 'The store could not be used')
  process.exitCode = 1
}
