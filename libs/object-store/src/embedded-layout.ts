import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'

/**
 * Layouts of the file, as SQLite's `user_version` tells. 0: as it was before layouts were told, the
 * body before the tag. 1: the body last, so that the tag is read without walking through the body.
 * 2: long bodies in pieces, so that an edit writes those only that it changed.
 */
const LAYOUT = 2

/** A program that knows no layouts asks for a column `body`, and so does not begin with such a file. */
const TABLES = `
  CREATE TABLE objects (
    bucket TEXT NOT NULL,
    key    TEXT NOT NULL,
    etag   TEXT NOT NULL,
    meta   TEXT NOT NULL,
    pieces TEXT,
    whole  BLOB,
    PRIMARY KEY (bucket, key),
    CHECK ((pieces IS NULL) <> (whole IS NULL))
  ) STRICT;
  CREATE TABLE pieces (
    id    INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;
`

/** What is long is cut into pieces when it is written the next time. */
const TABLES_FROM_BEFORE = `
  ALTER TABLE objects RENAME TO objects_before;
  ${TABLES}
  INSERT INTO objects (bucket, key, etag, meta, whole)
    SELECT bucket, key, etag, meta, body FROM objects_before;
  DROP TABLE objects_before;
`

/**
 * Makes the tables of a new file, or brings an older file to the present layout, in one transaction:
 * whoever is killed meanwhile leaves the file as it was, and of several processes one does it.
 *
 * @throws Error with a text for the operator when a newer program wrote the file
 */
export function bringToLayout(db: DatabaseSync): void {
  if (layoutOf(db) === LAYOUT) return
  inTransaction(db, 'IMMEDIATE', () => {
    const layout = layoutOf(db)
    if (layout > LAYOUT) {
      throw new Error('it was written by a newer version of this program, which has to be used')
    }
    if (layout < LAYOUT) {
      db.exec(hasTable(db) ? TABLES_FROM_BEFORE : TABLES)
      db.exec(`PRAGMA user_version = ${LAYOUT}`)
    }
  })
}

function layoutOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}

function hasTable(db: DatabaseSync): boolean {
  const found = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'objects'`)
  return found.get() !== undefined
}
