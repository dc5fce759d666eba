import type { DatabaseSync } from 'node:sqlite'

/**
 * Version of the tables, stored in SQLite's `user_version`. 0: unversioned, body before the tag. 1: body
 * last. 2: long bodies in chunks, in a second table. 3: as 1.
 */
export const LAYOUT = 3

/** The body is the last column, because SQLite reads the pages of all columns before the requested one. */
const TABLE = `
  CREATE TABLE objects (
    bucket TEXT NOT NULL,
    key    TEXT NOT NULL,
    etag   TEXT NOT NULL,
    meta   TEXT NOT NULL,
    body   BLOB NOT NULL,
    PRIMARY KEY (bucket, key)
  ) STRICT;
`

/**
 * Creates the table of a new file.
 *
 * @throws Error for a file of another layout
 */
export function prepareLayout(db: DatabaseSync): void {
  if (layoutOf(db) === LAYOUT) return
  inTransaction(db, () => {
    const old = oldLayoutOf(db)
    if (old !== undefined) {
      throw new Error(
        `it has layout ${old} of an earlier version. Stop the services, then run npm run store -- migrate`,
      )
    }
    // Another process may have created it.
    if (layoutOf(db) === LAYOUT) return
    db.exec(TABLE)
    db.exec(`PRAGMA user_version = ${LAYOUT}`)
  })
}

/**
 * The layout of a file of an earlier version; `undefined` for the present layout and for a new file.
 *
 * @throws Error when a newer version of this program wrote the file
 */
export function oldLayoutOf(db: DatabaseSync): number | undefined {
  const layout = layoutOf(db)
  if (layout > LAYOUT) {
    throw new Error('it was written by a newer version of this program; use that version')
  }
  return layout < LAYOUT && hasTable(db) ? layout : undefined
}

/** Migrates an older file to the present layout in one transaction. */
export function migrate(db: DatabaseSync, from: number): void {
  inTransaction(db, () => {
    rebuild(db, from)
    db.exec(`PRAGMA user_version = ${LAYOUT}`)
  })
}

function rebuild(db: DatabaseSync, layout: number): void {
  db.exec('ALTER TABLE objects RENAME TO objects_before')
  db.exec(TABLE)
  const body = layout === 2 ? 'whole' : 'body'
  db.exec(`INSERT INTO objects (bucket, key, etag, meta, body)
    SELECT bucket, key, etag, meta, ${body} FROM objects_before WHERE ${body} IS NOT NULL`)
  if (layout === 2) joinChunks(db)
  db.exec('DROP TABLE objects_before')
}

/** A row of layout 2 with its list of chunks, which is JSON. */
interface Chunked {
  bucket: string
  key: string
  pieces: string
}

/** Copies the objects whose bodies are in chunks: layout 2 lists the id and length of each chunk. */
function joinChunks(db: DatabaseSync): void {
  const chunked = db.prepare('SELECT bucket, key, pieces FROM objects_before WHERE whole IS NULL')
  const chunk = db.prepare('SELECT bytes FROM pieces WHERE id = ?')
  const insert = db.prepare(
    `INSERT INTO objects (bucket, key, etag, meta, body)
     SELECT bucket, key, etag, meta, :body FROM objects_before WHERE bucket = :bucket AND key = :key`,
  )
  for (const { bucket, key, pieces } of chunked.all() as unknown as Chunked[]) {
    const chunks = (JSON.parse(pieces) as [id: number, length: number][]).map(([id, length]) => {
      const bytes = chunk.get(id)?.['bytes'] as Uint8Array | undefined
      if (bytes?.length !== length) throw new Error(`part ${id} of ${bucket}/${key} is missing`)
      return bytes
    })
    insert.run({ body: Buffer.concat(chunks), bucket, key })
  }
  db.exec('DROP TABLE pieces')
}

/** Runs statements in one transaction, after waiting for other writers. */
function inTransaction(db: DatabaseSync, statements: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    statements()
    db.exec('COMMIT')
  } catch (error) {
    // After some errors SQLite has rolled back already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function layoutOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}

function hasTable(db: DatabaseSync): boolean {
  const found = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'objects'`)
  return found.get() !== undefined
}
