import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isOpenElsewhere, openDatabase } from './embedded-database.ts'
import { LAYOUT, migrate, oldLayoutOf } from './embedded-layout.ts'

/** A migration that was done. */
interface Migration {
  from: number
  to: number
  /** Path of the copy of the file before the migration. */
  copy: string
}

/**
 * Migrates the file of an embedded store to the present layout and keeps a copy of it. A process that is
 * killed leaves the file as it was.
 *
 * @returns undefined for a file of the present layout, and for a new one
 * @throws Error whose message advises the operator; the file is unchanged
 */
export function migrateStore(directory: string): Migration | undefined {
  let migration: Migration | undefined
  const prepare: Parameters<typeof openDatabase>[1] = (db) => {
    const from = oldLayoutOf(db)
    if (from === undefined) return
    if (isOpenElsewhere(db)) throw new Error('another process has it open: stop the services first')
    const copy = join(directory, 'landscape-before-migration.sqlite')
    if (existsSync(copy)) throw new Error(`${copy} exists: move it or delete it first`)
    const part = `${copy}.part`
    rmSync(part, { force: true })
    db.prepare('VACUUM INTO ?').run(part)
    renameSync(part, copy)
    try {
      migrate(db, from)
    } catch (error) {
      rmSync(copy)
      throw error
    }
    // Returns the pages of the old layout to the file system.
    db.exec('VACUUM')
    migration = { from, to: LAYOUT, copy }
  }
  openDatabase(directory, prepare).close()
  return migration
}
