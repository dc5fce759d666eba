import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs statements of which all take effect or, when it throws, none.
 *
 * @param kind IMMEDIATE, which waits for other writers first, or DEFERRED to read one state of the file
 */
export function inTransaction<R>(
  db: DatabaseSync,
  kind: 'IMMEDIATE' | 'DEFERRED',
  statements: () => R,
): R {
  db.exec(`BEGIN ${kind}`)
  try {
    const result = statements()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite ends some of them itself.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
