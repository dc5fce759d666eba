import { randomUUID } from 'node:crypto'
import { guarded, isOpenElsewhere, openDatabase, unsynced } from './embedded-database.ts'
import { createStoredPieces } from './embedded-pieces.ts'
import { inTransaction } from './in-transaction.ts'
import { isLong } from './pieces.ts'
import {
  nameOf,
  PreconditionFailed,
  type GetResult,
  type InventoriedStore,
  type Meta,
  type ObjectRef,
} from './port.ts'

/** An object: in pieces, or whole; neither when only its tag was asked for. */
interface Version {
  etag: string
  meta: string
  pieces: string | null
  whole: Uint8Array | null
}

/**
 * One SQLite file that several processes of one machine use at once; ":memory:" for tests.
 *
 * @param directory created when absent; must be a local disk (WAL does not work over NFS)
 */
export function createEmbeddedStore(directory: string): InventoriedStore {
  const db = openDatabase(directory)
  const pieces = createStoredPieces(db)
  // One statement, so that all of it is of one version.
  const select = db.prepare(
    `SELECT etag, meta, CASE WHEN etag = :seen THEN NULL ELSE pieces END AS pieces,
       CASE WHEN etag = :seen THEN NULL ELSE whole END AS whole
     FROM objects WHERE bucket = :bucket AND key = :key`,
  )
  const present = db.prepare(
    'SELECT etag, pieces FROM objects WHERE bucket = :bucket AND key = :key',
  )
  const insert = db.prepare(
    `INSERT INTO objects (bucket, key, etag, meta, pieces, whole)
     VALUES (:bucket, :key, :etag, :meta, :pieces, :whole) ON CONFLICT DO NOTHING`,
  )
  const update = db.prepare(
    `UPDATE objects SET etag = :etag, meta = :meta, pieces = :pieces, whole = :whole
     WHERE bucket = :bucket AND key = :key AND etag = :seen AND pieces IS :replaced`,
  )
  const remove = db.prepare('DELETE FROM objects WHERE bucket = :bucket AND key = :key')
  const keys = db.prepare(
    `SELECT key FROM objects
     WHERE bucket = :bucket AND substr(key, 1, length(:prefix)) = :prefix ORDER BY key`,
  )
  const versions = db.prepare('SELECT key, etag FROM objects WHERE bucket = :bucket ORDER BY key')

  /** The present version; its bytes only when it is not the one that was seen. */
  function read({ bucket, key }: ObjectRef, seen: string | undefined): Version | undefined {
    const question = () =>
      select.get({ bucket, key, seen: seen ?? null }) as unknown as Version | undefined
    const row = question()
    if (typeof row?.pieces !== 'string') return row
    // Asked again, since what it is made of may be gone by now.
    return inTransaction(db, 'DEFERRED', () => {
      const now = question()
      return typeof now?.pieces === 'string' ? { ...now, whole: pieces.read(now.pieces) } : now
    })
  }

  return {
    kind: 'embedded',
    async get(ref, { ifNoneMatch } = {}): Promise<GetResult> {
      const version = guarded(() => read(ref, ifNoneMatch))
      if (!version) return { kind: 'missing' }
      const { etag, meta, whole } = version
      if (whole === null) return { kind: 'not-modified' }
      const body = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)
      return { kind: 'found', body, etag, meta: JSON.parse(meta) as Meta }
    },
    async put(ref, body, condition, meta = {}, { isPreparation = false, before } = {}) {
      const { bucket, key } = ref
      // Random rather than a hash of the body: a body that returns must not bring its ETag back.
      const etag = randomUUID()
      const seen = 'absent' in condition ? undefined : condition.ifMatch

      function writeRow(list: string | null, replaced: string | null): boolean {
        const whole = list === null ? body : null
        const row = { bucket, key, etag, meta: JSON.stringify(meta), pieces: list, whole }
        const { changes } =
          seen === undefined ? insert.run(row) : update.run({ ...row, seen, replaced })
        return changes === 1
      }

      function write(): void {
        // One row is enough for what is short, or replaces all, unless pieces are to be removed.
        if (!(before && isLong(body)) && writeRow(null, null)) return
        inTransaction(db, 'IMMEDIATE', () => {
          const now = present.get({ bucket, key }) as Pick<Version, 'etag' | 'pieces'> | undefined
          const replaced = now?.pieces ?? null
          const isAsSeen = now?.etag === seen
          if (!isAsSeen || !writeRow(pieces.replace(replaced, body, before), replaced)) {
            throw new PreconditionFailed(`${nameOf(ref)} is not as it was read`)
          }
        })
      }

      guarded(() => (isPreparation ? unsynced(db, write) : write()))
      return { etag }
    },
    async remove({ bucket, key }) {
      guarded(() =>
        inTransaction(db, 'IMMEDIATE', () => {
          pieces.remove((present.get({ bucket, key })?.['pieces'] ?? null) as string | null)
          remove.run({ bucket, key })
        }),
      )
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
