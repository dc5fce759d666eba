import { randomUUID } from 'node:crypto'
import { guarded, isOpenElsewhere, openDatabase, unsynced } from './embedded-database.ts'
import {
  nameOf,
  PreconditionFailed,
  type GetResult,
  type InventoriedStore,
  type Meta,
} from './port.ts'

/** A row of the table; without a body when only its tag was needed. */
interface Row {
  etag: string
  meta: string
  body: Uint8Array | null
}

/**
 * One SQLite file that several processes of one machine use at once; ":memory:" for tests.
 *
 * @param directory created when absent; must be a local disk (WAL does not work over NFS)
 */
export function createEmbeddedStore(directory: string): InventoriedStore {
  const db = openDatabase(directory)
  const select = db.prepare(
    `SELECT etag, meta, CASE WHEN etag = :seen THEN NULL ELSE body END AS body
     FROM objects WHERE bucket = :bucket AND key = :key`,
  )
  const insert = db.prepare(
    `INSERT INTO objects (bucket, key, etag, meta, body)
     VALUES (:bucket, :key, :etag, :meta, :body) ON CONFLICT DO NOTHING`,
  )
  const update = db.prepare(
    `UPDATE objects SET etag = :etag, meta = :meta, body = :body
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
    async get({ bucket, key }, { ifNoneMatch = null } = {}): Promise<GetResult> {
      const found = guarded(() => select.get({ bucket, key, seen: ifNoneMatch }))
      if (!found) return { kind: 'missing' }
      const { etag, meta, body } = found as unknown as Row
      if (body === null) return { kind: 'not-modified' }
      return {
        kind: 'found',
        body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        etag,
        meta: JSON.parse(meta) as Meta,
      }
    },
    async put(ref, body, condition, meta = {}, { isPreparation = false } = {}) {
      // Random rather than a hash of the body: a body that returns must not bring its ETag back.
      const etag = randomUUID()
      const { bucket, key } = ref
      const row = { bucket, key, etag, meta: JSON.stringify(meta), body }
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
    isShared: () => guarded(() => isOpenElsewhere(db)),
    close() {
      if (db.isOpen) db.close()
    },
  }
}
