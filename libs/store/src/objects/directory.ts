import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { parseJson } from './json.ts'
import { BUCKETS, PreconditionFailed, type ObjectRef, type ObjectStore } from './port.ts'

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
  { onlyAbsent = false } = {},
): Promise<ObjectRef[]> {
  const stored: ObjectRef[] = []
  for (const { ref, body } of await readDirectory(directory)) {
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

/** Stores a document and replaces its current version, if any. */
export async function replace(store: ObjectStore, ref: ObjectRef, body: Buffer): Promise<boolean> {
  for (;;) {
    const now = await store.get(ref)
    try {
      if (now.kind !== 'found') await store.put(ref, body, { absent: true })
      // Keeps the marks of commits: a change whose response was lost must not be stored twice.
      else await store.put(ref, body, { ifMatch: now.etag }, now.meta)
      return true
    } catch (error) {
      // Another writer stored a version after the read: replace that one.
      if (!(error instanceof PreconditionFailed)) throw error
    }
  }
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

/**
 * Reads every document in `<directory>/<bucket>/<key>.json`.
 *
 * @throws Error when a file is not JSON or the directory has no JSON file
 */
export async function readDirectory(
  directory: string,
): Promise<{ ref: ObjectRef; body: Buffer }[]> {
  const found: { ref: ObjectRef; body: Buffer }[] = []
  for (const bucket of BUCKETS) {
    const root = join(directory, bucket)
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(noDirectory)
    for (const entry of entries) {
      if (!entry.isFile() || !entry.name.endsWith('.json')) continue
      const path = join(entry.parentPath, entry.name)
      const key = relative(root, path).split(sep).join('/')
      if (key.length > MAX_KEY_LENGTH) throw new Error(`${path} exceeds the maximum key length`)
      found.push({ ref: { bucket, key }, body: await readJson(path) })
    }
  }
  if (found.length === 0) {
    const folders = BUCKETS.map((bucket) => `${bucket}/`).join(', ')
    throw new Error(`${directory} has no JSON file under ${folders}`)
  }
  return found.sort((a, b) => (a.ref.key < b.ref.key ? -1 : 1))
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
