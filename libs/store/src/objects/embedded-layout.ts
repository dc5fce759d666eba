import type { DatabaseSync } from 'node:sqlite'

/** Version of the table, in SQLite's `user_version`; 0 is a new file. */
const LAYOUT = 1

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
    const layout = layoutOf(db)
    // Another process may have created it.
    if (layout === LAYOUT) return
    if (layout !== 0 || hasTable(db))
      throw new Error(`it has layout ${layout}, and this version reads layout ${LAYOUT} only`)
    db.exec(TABLE)
    db.exec(`PRAGMA user_version = ${LAYOUT}`)
  })
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
