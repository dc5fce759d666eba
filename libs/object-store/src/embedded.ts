import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bringToLayout } from './embedded-layout.ts'
import {
  nameOf,
  PreconditionFailed,
  StoreUnavailable,
  type GetResult,
  type Meta,
  type InventoriedStore,
} from './port.ts'

/** Of a new file: a document of megabytes takes several times as long on pages of 4 KB, the default. */
const PAGE_BYTES = 16_384
const BUSY_TIMEOUT_MS = 5_000
const BUSY_PAUSE_MS = 20
/** SQLite's result code for a file that another connection has locked. */
const BUSY = 5

/**
 * One SQLite file that several processes of one machine use at once; ":memory:" for tests.
 *
 * @param directory created when absent; must be a local disk (WAL does not work over NFS)
 */
export function createEmbeddedStore(directory: string): InventoriedStore {
  const db = openDatabase(directory)
  const select = db.prepare(
    // One statement, so that body and ETag are of one version.
    `SELECT etag, meta, CASE WHEN etag = :seen THEN NULL ELSE body END AS body
     FROM objects WHERE bucket = :bucket AND key = :key`,
  )
  const insert = db.prepare(
    `INSERT INTO objects (bucket, key, body, etag, meta) VALUES (:bucket, :key, :body, :etag, :meta)
     ON CONFLICT DO NOTHING`,
  )
  const update = db.prepare(
    `UPDATE objects SET body = :body, etag = :etag, meta = :meta
     WHERE bucket = :bucket AND key = :key AND etag = :seen`,
  )
  const remove = db.prepare('DELETE FROM objects WHERE bucket = :bucket AND key = :key')
  const keys = db.prepare(
    `SELECT key FROM objects
     WHERE bucket = :bucket AND substr(key, 1, length(:prefix)) = :prefix ORDER BY key`,
  )
  const versions = db.prepare('SELECT key, etag FROM objects WHERE bucket = :bucket ORDER BY key')
  return {
    kind: 'embedded',
    async get({ bucket, key }, { ifNoneMatch } = {}): Promise<GetResult> {
      const row = guarded(() => select.get({ bucket, key, seen: ifNoneMatch ?? null }))
      if (!row) return { kind: 'missing' }
      const { etag, body, meta } = row as { etag: string; body: Uint8Array | null; meta: string }
      if (body === null) return { kind: 'not-modified' }
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      return { kind: 'found', body: bytes, etag, meta: JSON.parse(meta) as Meta }
    },
    async put(ref, body, condition, meta = {}, { isPreparation = false } = {}) {
      // Random rather than a hash of the body: a body that returns must not bring its ETag back.
      const etag = randomUUID()
      const row = { bucket: ref.bucket, key: ref.key, body, etag, meta: JSON.stringify(meta) }
      const write = () =>
        'absent' in condition ? insert.run(row) : update.run({ ...row, seen: condition.ifMatch })
      const { changes } = guarded(() => (isPreparation ? unsynced(db, write) : write()))
      if (changes !== 1) throw new PreconditionFailed(`${nameOf(ref)} is not as it was read`)
      return { etag }
    },
    async remove({ bucket, key }) {
      guarded(() => remove.run({ bucket, key }))
    },
    async list(bucket, prefix = '') {
      return guarded(() => keys.all({ bucket, prefix })).map((row) => String(row['key']))
    },
    async inventory(bucket) {
      return guarded(() => versions.all({ bucket })).map(({ key, etag }) => {
        return { key: String(key), etag: String(etag) }
      })
    },
    close() {
      if (db.isOpen) db.close()
    },
  }
}

function openDatabase(directory: string): DatabaseSync {
  const inMemory = directory === ':memory:'
  try {
    if (!inMemory) mkdirSync(directory, { recursive: true })
    const file = inMemory ? directory : join(directory, 'landscape.sqlite')
    const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    // FULL: an acknowledged write survives a power cut, not only the death of the process.
    db.exec('PRAGMA synchronous = FULL')
    db.exec(`PRAGMA page_size = ${PAGE_BYTES}`)
    whenFree(() => db.exec('PRAGMA journal_mode = WAL'))
    bringToLayout(db)
    return db
  } catch (error) {
    throw new Error(
      `The embedded store cannot be opened in "${directory}": ${reasonOf(error)} (set by DATA_DIR)`,
      { cause: error },
    )
  }
}

/**
 * Writes without waiting for the disk: the next write that does wait puts both there, since the
 * write-ahead log is one file in which they follow each other.
 */
function unsynced<R>(db: DatabaseSync, write: () => R): R {
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return write()
  } finally {
    db.exec('PRAGMA synchronous = FULL')
  }
}

/**
 * Several processes may open a new file at once: whoever meets another that is about to write is told
 * at once that the file is locked, whatever time-out was set (SQLite suspects a deadlock).
 */
function whenFree(statement: () => void): void {
  const until = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return statement()
    } catch (error) {
      const isBusy = Error.isError(error) && (error as { errcode?: number }).errcode === BUSY
      if (!isBusy || performance.now() >= until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS)
    }
  }
}

function guarded<R>(statement: () => R): R {
  try {
    return statement()
  } catch (error) {
    throw new StoreUnavailable(`embedded store: ${reasonOf(error)}`, { cause: error })
  }
}

/** What an operator can do about SQLite's primary result codes. */
const ADVICE: Readonly<Record<number, string>> = {
  8: 'it is read-only: give this user write permission where DATA_DIR is',
  11: 'the file is damaged: restore it, or delete it to start afresh',
  13: 'the disk is full: free some space where DATA_DIR is',
  14: 'the file cannot be opened: check that DATA_DIR is a directory this user may write to',
  26: 'the file is not a database: move it away to start afresh',
}

function reasonOf(error: unknown): string {
  if (!Error.isError(error)) return 'unknown reason'
  const { errcode, code } = error as { errcode?: number; code?: unknown }
  const advice = code === 'ENOSPC' ? ADVICE[13] : ADVICE[(errcode ?? 0) & 0xff]
  return advice === undefined ? error.message : `${error.message}: ${advice}`
}
