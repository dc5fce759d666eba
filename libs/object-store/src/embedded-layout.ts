import type { DatabaseSync } from 'node:sqlite'

/**
 * Layouts of the file, as SQLite's `user_version` tells. 0: as it was before layouts were told, the
 * body before the tag. 1: the body last, so that the tag is read without walking through the body.
 */
const LAYOUT = 1

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
 * Makes the tables of a new file, or brings an older file to the present layout, in one transaction:
 * whoever is killed meanwhile leaves the file as it was, and of several processes one does it.
 *
 * @throws Error with a text for the operator when a newer program wrote the file
 */
export function bringToLayout(db: DatabaseSync): void {
  if (layoutOf(db) === LAYOUT) return
  db.exec('BEGIN IMMEDIATE')
  try {
    const layout = layoutOf(db)
    if (layout > LAYOUT) {
      throw new Error('it was written by a newer version of this program, which has to be used')
    }
    if (layout < LAYOUT) {
      db.exec(hasTable(db) ? moveBodyLast() : TABLE)
      db.exec(`PRAGMA user_version = ${LAYOUT}`)
    }
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function moveBodyLast(): string {
  return `
    ALTER TABLE objects RENAME TO objects_before;
    ${TABLE}
    INSERT INTO objects (bucket, key, etag, meta, body)
      SELECT bucket, key, etag, meta, body FROM objects_before;
    DROP TABLE objects_before;
  `
}

function layoutOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}

function hasTable(db: DatabaseSync): boolean {
  const found = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'objects'`)
  return found.get() !== undefined
}
