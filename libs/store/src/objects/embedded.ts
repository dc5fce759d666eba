import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { guarded, isOpenElsewhere, openDatabase, unsynced } from './embedded-database.ts'
import {
  nameOf,
  PreconditionFailed,
  type GetResult,
  type InventoriedStore,
  type Meta,
} from './port.ts'

/** A row of the table; the body is null when the caller has this version. */
interface Row {
  etag: string
  meta: string
  body: Uint8Array | null
}

/**
 * One SQLite file that several processes of one machine may use at once; ":memory:" for tests.
 *
 * @param directory created when absent; must be a local disk (WAL does not work over NFS)
 */
export function createEmbeddedStore(directory: string): InventoriedStore {
  const db = openDatabase(directory)
  const { select, insert, update, remove, keys, versions } = statementsOf(db)
  return {
    kind: 'embedded',
    async get({ bucket, key }, { ifNoneMatch = null } = {}) {
      return resultOf(guarded(() => select.get({ bucket, key, seen: ifNoneMatch })))
    },
    async put(ref, body, condition, meta = {}, { isPreparation = false } = {}) {
      // A random ETag: a hash of the body would return an earlier ETag when that body is stored again.
      const etag = randomUUID()
      const { bucket, key } = ref
      const row = { bucket, key, etag, meta: JSON.stringify(meta), body }
      const write = () =>
        'absent' in condition ? insert.run(row) : update.run({ ...row, seen: condition.ifMatch })
      const { changes } = guarded(() => (isPreparation ? unsynced(db, write) : write()))
      if (changes !== 1)
        throw new PreconditionFailed(`${nameOf(ref)} has changed since it was read`)
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
    isShared: () => guarded(() => isOpenElsewhere(db)),
    close() {
      if (db.isOpen) db.close()
    },
  }
}

function statementsOf(db: DatabaseSync) {
  return {
    select: db.prepare(
      `SELECT etag, meta, CASE WHEN etag = :seen THEN NULL ELSE body END AS body
       FROM objects WHERE bucket = :bucket AND key = :key`,
    ),
    insert: db.prepare(
      `INSERT INTO objects (bucket, key, etag, meta, body)
       VALUES (:bucket, :key, :etag, :meta, :body) ON CONFLICT DO NOTHING`,
    ),
    update: db.prepare(
      `UPDATE objects SET etag = :etag, meta = :meta, body = :body
       WHERE bucket = :bucket AND key = :key AND etag = :seen`,
    ),
    remove: db.prepare('DELETE FROM objects WHERE bucket = :bucket AND key = :key'),
    keys: db.prepare(
      `SELECT key FROM objects
       WHERE bucket = :bucket AND substr(key, 1, length(:prefix)) = :prefix ORDER BY key`,
    ),
    versions: db.prepare('SELECT key, etag FROM objects WHERE bucket = :bucket ORDER BY key'),
  }
}

function resultOf(found: unknown): GetResult {
  if (!found) return { kind: 'missing' }
  const { etag, meta, body } = found as Row
  if (body === null) return { kind: 'not-modified' }
  return {
    kind: 'found',
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    etag,
    meta: JSON.parse(meta) as Meta,
  }
}
