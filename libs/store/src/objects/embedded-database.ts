import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PreconditionFailed, StoreFull, StoreUnavailable } from './port.ts'

/** Page size of a new file: with the default of 4 KB, documents of megabytes take several times as long. */
const PAGE_BYTES = 16_384
/** A document that exceeds the page cache is written in several parts and read again. */
const CACHE_KIB = 16_384
const BUSY_TIMEOUT_MS = 5_000
const BUSY_PAUSE_MS = 20
/** SQLite's result code for a file that another connection has locked. */
const BUSY = 5
/** SQLite's result code for a disk without space. */
const FULL = 13

/**
 * Opens the file, and creates it if needed.
 *
 * @throws Error whose message advises the operator
 */
export function openDatabase(directory: string): DatabaseSync {
  const inMemory = directory === ':memory:'
  let opened: DatabaseSync | undefined
  try {
    if (!inMemory) mkdirSync(directory, { recursive: true })
    const file = inMemory ? directory : join(directory, 'landscape.sqlite')
    const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    opened = db
    // FULL: an acknowledged write survives a power cut, not only the death of the process.
    db.exec('PRAGMA synchronous = FULL')
    db.exec(`PRAGMA page_size = ${PAGE_BYTES}`)
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
    retryWhileBusy(() => db.exec('PRAGMA journal_mode = WAL'))
    prepareLayout(db)
    return db
  } catch (error) {
    opened?.close()
    throw new Error(
      `The embedded store cannot be opened in "${directory}": ${reasonOf(error)} (set by DATA_DIR)`,
      { cause: error },
    )
  }
}

/**
 * Writes without syncing to disk. The next synced write flushes this one as well, because the write-ahead
 * log is one sequential file.
 */
export function unsynced<R>(db: DatabaseSync, write: () => R): R {
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return write()
  } finally {
    db.exec('PRAGMA synchronous = FULL')
  }
}

/**
 * Whether another connection, in any process, has the file open: SQLite leaves WAL mode only when no other
 * connection exists. The operating system releases the lock of a killed process.
 */
export function isOpenElsewhere(db: DatabaseSync): boolean {
  db.exec('PRAGMA busy_timeout = 0')
  try {
    db.exec('PRAGMA journal_mode = DELETE')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    retryWhileBusy(() => db.exec('PRAGMA journal_mode = WAL'))
  }
}

/**
 * Repeats a statement while the file is locked. When several processes open a new file at once, SQLite
 * suspects a deadlock and ignores the busy time-out.
 */
function retryWhileBusy(statement: () => void): void {
  const until = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return statement()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS)
    }
  }
}

function isBusy(error: unknown): boolean {
  return Error.isError(error) && (error as { errcode?: number }).errcode === BUSY
}

/**
 * @throws StoreFull when the disk is full; StoreUnavailable for every other error of SQLite
 */
export function guarded<R>(statement: () => R): R {
  try {
    return statement()
  } catch (error) {
    if (error instanceof PreconditionFailed) throw error
    const Kind = isFull(error) ? StoreFull : StoreUnavailable
    throw new Kind(`embedded store: ${reasonOf(error)}`, { cause: error })
  }
}

/** Advice for the operator by SQLite's primary result code. */
const ADVICE: Readonly<Record<number, string>> = {
  8: 'it is read-only: give this user write permission on DATA_DIR',
  11: 'the file is damaged: restore it, or delete it to start afresh',
  [FULL]: 'the disk is full: free space on the disk of DATA_DIR',
  14: 'the file cannot be opened: check that DATA_DIR is a directory this user may write to',
  26: 'the file is not a database: move it away to start afresh',
}

/** SQLite's primary result code; an error of the file system without space counts as a full disk. */
function resultCode(error: unknown): number {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: unknown }
  return code === 'ENOSPC' ? FULL : (errcode ?? 0) & 0xff
}

function isFull(error: unknown): boolean {
  return resultCode(error) === FULL
}

function reasonOf(error: unknown): string {
  if (!Error.isError(error)) return 'unknown reason'
  const advice = ADVICE[resultCode(error)]
  return advice === undefined ? error.message : `${error.message}: ${advice}`
}

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
function prepareLayout(db: DatabaseSync): void {
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
