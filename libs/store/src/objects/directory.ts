import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { parseJson } from '../json/parse-json.ts'
import {
  BUCKETS,
  nameOf,
  PreconditionFailed,
  type Bucket,
  type ObjectRef,
  type ObjectStore,
} from './port.ts'
import { untilAccepted } from './until-accepted.ts'

const MAX_KEY_LENGTH = 512

/**
 * Stores every `<directory>/<bucket>/<key>.json`, and replaces existing objects.
 *
 * @param onlyAbsent keeps existing objects
 * @returns the stored objects
 * @throws Error when a file is not JSON or the directory has no JSON file; nothing is stored
 */
export async function importDirectory(
  store: ObjectStore,
  directory: string,
  options: { onlyAbsent?: boolean } = {},
): Promise<ObjectRef[]> {
  return importDocuments(store, await readDirectory(directory), options)
}

/** Stores documents like `importDirectory`. */
export async function importDocuments(
  store: ObjectStore,
  documents: readonly { ref: ObjectRef; body: Buffer }[],
  { onlyAbsent = false } = {},
): Promise<ObjectRef[]> {
  const stored: ObjectRef[] = []
  for (const { ref, body } of documents) {
    if (await (onlyAbsent ? create(store, ref, body) : replace(store, ref, body))) stored.push(ref)
  }
  return stored
}

/** Writes every document to `<directory>/<bucket>/<key>`; the counterpart of `importDirectory`. */
export async function exportDirectory(store: ObjectStore, directory: string): Promise<ObjectRef[]> {
  const written: ObjectRef[] = []
  for (const bucket of BUCKETS) {
    for (const key of await store.list(bucket)) {
      const got = await store.get({ bucket, key })
      if (got.kind !== 'found') continue
      const file = join(directory, bucket, ...key.split('/'))
      if (relative(join(directory, bucket), file).startsWith('..')) {
        throw new Error(`${bucket}/${key} would be written outside ${directory}`)
      }
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, got.body)
      written.push({ bucket, key })
    }
  }
  return written
}

/**
 * Stores a document and replaces its current version, if any.
 *
 * @throws StoreUnavailable when the store rejects every attempt
 */
export async function replace(store: ObjectStore, ref: ObjectRef, body: Buffer): Promise<boolean> {
  await untilAccepted(ref, async () => {
    const now = await store.get(ref)
    if (now.kind !== 'found') await store.put(ref, body, { absent: true })
    // Keeps the marks of commits: a change whose response was lost must not be stored twice.
    else await store.put(ref, body, { ifMatch: now.etag }, now.meta)
  })
  return true
}

async function create(store: ObjectStore, ref: ObjectRef, body: Buffer): Promise<boolean> {
  try {
    await store.put(ref, body, { absent: true })
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed) return false
    throw error
  }
}

/** Folders of documents: the buckets, and their names in the file store of the previous system. */
const FOLDERS: ReadonlyMap<string, Bucket> = new Map([
  ...BUCKETS.map((bucket) => [bucket, bucket] as const),
  ['tat', 'audit-tool'],
  ['copilot', 'assistant'],
])

/**
 * Reads every document in `<directory>/<folder>/<key>.json`. Hidden files are left out, and next to the
 * folders every file that is not JSON.
 *
 * @throws Error when a file is not JSON, a folder is unknown or the directory has no JSON file
 */
export async function readDirectory(
  directory: string,
): Promise<{ ref: ObjectRef; body: Buffer }[]> {
  const { documents, others } = await pathsIn(directory)
  if (others.length > 0) {
    throw new Error(
      `${directory} has files that are not documents: ${others.join(', ')}. ${PLACES}`,
    )
  }
  if (documents.size === 0) throw new Error(`${directory} has no JSON file. ${PLACES}`)
  const found: { ref: ObjectRef; body: Buffer }[] = []
  for (const { ref, path } of documents.values()) found.push({ ref, body: await readJson(path) })
  return found.sort((a, b) => (a.ref.key < b.ref.key ? -1 : 1))
}

const PLACES = `A document is <folder>/<key>.json; folders: ${[...FOLDERS.keys()].join(', ')}. Nothing was stored.`

interface Paths {
  /** By the name of the object. */
  documents: Map<string, { ref: ObjectRef; path: string }>
  /** Files and folders that are not documents. */
  others: string[]
}

async function pathsIn(directory: string): Promise<Paths> {
  const paths: Paths = { documents: new Map(), others: [] }
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(noDirectory)) {
    const { name } = entry
    const bucket = FOLDERS.get(name)
    if (bucket) await addFolder(paths, { bucket, directory, folder: name })
    else if (isDocument(name) || !(entry.isFile() || isHidden(name))) paths.others.push(name)
  }
  return paths
}

interface Folder {
  bucket: Bucket
  directory: string
  folder: string
}

async function addFolder(
  { documents, others }: Paths,
  { bucket, directory, folder }: Folder,
): Promise<void> {
  const root = join(directory, folder)
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || isHidden(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    if (!isDocument(entry.name)) {
      others.push(relative(directory, path))
      continue
    }
    const ref = { bucket, key: relative(root, path).split(sep).join('/') }
    if (ref.key.length > MAX_KEY_LENGTH) throw new Error(`${path} exceeds the maximum key length`)
    const twin = documents.get(nameOf(ref))
    if (twin) throw new Error(`${twin.path} and ${path} are the same document`)
    documents.set(nameOf(ref), { ref, path })
  }
}

function isDocument(name: string): boolean {
  return name.endsWith('.json') && !isHidden(name)
}

function isHidden(name: string): boolean {
  return name.startsWith('.')
}

async function readJson(path: string): Promise<Buffer> {
  const body = await readFile(path)
  try {
    parseJson(body)
  } catch {
    throw new Error(`${path} is not JSON`)
  }
  return body
}

function noDirectory(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
