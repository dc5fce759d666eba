/** `npm run store -- …`: looks at and loads the stored documents, whichever adapter is set. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ConfigError, parseConfig, ProcessEnv } from '@landscape/config'
import {
  BUCKETS,
  exportDirectory,
  importDirectory,
  nameOf,
  openStore,
  replace,
  StoreEnv,
  type ObjectRef,
  type ObjectStore,
} from '@landscape/object-store'
import { loadLocalSettings } from './start/settings.ts'

const USAGE = `npm run store -- <command>

  ls [bucket[/prefix]]     names of the stored documents
  cat <bucket/key>         prints a document, indented
  put <bucket/key> [file]  stores a JSON file (or standard input), replacing what is there
  import <directory>       stores every <bucket>/<key>.json below the directory
  export <directory>       writes every document below the directory

Buckets: ${BUCKETS.join(', ')}. The store is the one the settings name (.env or the environment).`

/** A mistake of the person at the terminal; its message is all they need. */
class UsageError extends Error {}

async function main(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const [command, ...operands] = positionals
  const run = COMMANDS[command ?? '']
  if (!run) throw new UsageError(USAGE)
  const notice = loadLocalSettings('.env', process.env)
  if (notice !== undefined) console.error(notice)
  const env = { NODE_ENV: 'development', ...process.env }
  const settings = parseConfig(ProcessEnv.extend(StoreEnv.shape), env)
  const store = await openStore(settings, {
    development: settings.NODE_ENV === 'development',
    writes: [],
  })
  try {
    await run(store, operands)
  } finally {
    store.close()
  }
}

const COMMANDS: Record<string, (store: ObjectStore, operands: string[]) => Promise<void>> = {
  async ls(store, [where = '']) {
    const [first = '', ...rest] = where.split('/')
    const buckets = BUCKETS.filter((bucket) => where === '' || bucket === first)
    if (buckets.length === 0) throw new UsageError(`No bucket "${first}": ${BUCKETS.join(', ')}`)
    for (const bucket of buckets) {
      for (const key of await store.list(bucket, rest.join('/'))) {
        console.log(nameOf({ bucket, key }))
      }
    }
  },

  async cat(store, [name]) {
    const ref = refOf(name)
    const got = await store.get(ref)
    if (got.kind !== 'found') throw new UsageError(`There is no document ${nameOf(ref)}`)
    const text = got.body.toString('utf8')
    console.log(isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text)
  },

  async put(store, [name, file]) {
    const ref = refOf(name)
    const text = file === undefined ? await standardInput() : await readFile(file, 'utf8')
    if (!isJson(text)) throw new UsageError('What is to be stored is not JSON; nothing was stored')
    await replace(store, ref, Buffer.from(text))
    console.log(`Stored ${nameOf(ref)}`)
  },

  async import(store, [directory]) {
    if (directory === undefined) throw new UsageError(USAGE)
    for (const ref of await importDirectory(store, directory)) console.log(`Stored ${nameOf(ref)}`)
  },

  async export(store, [directory]) {
    if (directory === undefined) throw new UsageError(USAGE)
    for (const ref of await exportDirectory(store, directory)) console.log(`Wrote ${nameOf(ref)}`)
  },
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const known = error instanceof UsageError || error instanceof ConfigError || Error.isError(error)
  console.error(known ? error.message : 'The store could not be used')
  process.exitCode = 1
}
