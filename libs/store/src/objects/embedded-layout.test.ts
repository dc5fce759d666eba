import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from './embedded.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-layout-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = () => new DatabaseSync(join(directory, 'landscape.sqlite'))

/** The layout of the file and its last column. */
function layout() {
  const db = open()
  const columns = db.prepare(`SELECT name FROM pragma_table_info('objects')`).all()
  const version = db.prepare('PRAGMA user_version').get()?.['user_version']
  db.close()
  return { version, last: columns.at(-1)?.['name'] }
}

describe('createEmbeddedStore', () => {
  it('creates a file of layout 1 whose last column is the body', () => {
    createEmbeddedStore(directory).close()
    expect(layout()).toEqual({ version: 1, last: 'body' })
  })

  it.each([0, 2, 3])('rejects a file of layout %d and leaves it unchanged', (version) => {
    const db = open()
    db.exec(`CREATE TABLE objects (other TEXT); PRAGMA user_version = ${version}`)
    db.close()
    expect(() => createEmbeddedStore(directory)).toThrow(
      `The embedded store cannot be opened in "${directory}": it has layout ${version}, and this ` +
        'version reads layout 1 only (set by DATA_DIR)',
    )
    expect(layout()).toEqual({ version, last: 'other' })
    // The file is not left locked.
    const writer = open()
    writer.exec('DROP TABLE objects; PRAGMA user_version = 0')
    writer.close()
    createEmbeddedStore(directory).close()
  })
})
