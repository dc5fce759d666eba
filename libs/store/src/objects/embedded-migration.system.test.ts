import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { migrateStore } from './embedded-migration.ts'
import { createEmbeddedStore } from './embedded.ts'

const PROGRAM = fileURLToPath(new URL('../../test/objects/migrate-embedded.ts', import.meta.url))
const big = { bucket: 'main', key: 'big.json' } as const
const small = { bucket: 'assistant', key: 'small.json' } as const

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-layout-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const FILE = 'landscape.sqlite'
const COPY = 'landscape-before-migration.sqlite'
const pathOf = (file: string) => join(directory, file)
const open = () => new DatabaseSync(pathOf(FILE))

const bytesOfLog = () => statSync(pathOf(`${FILE}-wal`), { throwIfNoEntry: false })?.size ?? 0

const COLUMNS = [
  'body BLOB NOT NULL, etag TEXT NOT NULL, meta TEXT NOT NULL',
  'etag TEXT NOT NULL, meta TEXT NOT NULL, body BLOB NOT NULL',
  'etag TEXT NOT NULL, meta TEXT NOT NULL, pieces TEXT, whole BLOB',
]

/** Writes a file in an older layout; in layout 2 the large body is stored in chunks. */
function writeOldFile(bytes: number, version = 1): Buffer {
  // Each page has a different content.
  const body = Buffer.alloc(bytes, randomBytes(9_973))
  const db = open()
  db.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE objects (
      bucket TEXT NOT NULL, key TEXT NOT NULL, ${COLUMNS[version]}, PRIMARY KEY (bucket, key)
    ) STRICT;
    PRAGMA user_version = ${version};
  `)
  const insert = db.prepare(
    `INSERT INTO objects (bucket, key, etag, meta, ${version === 2 ? 'whole' : 'body'})
     VALUES (?, ?, ?, ?, ?)`,
  )
  insert.run(small.bucket, small.key, 'tag-2', '{"commits":"b.2"}', Buffer.from('[]'))
  if (version === 2) insertInChunks(db, body)
  else insert.run(big.bucket, big.key, 'tag-1', '{"commits":"a.1"}', body)
  db.close()
  return body
}

function insertInChunks(db: DatabaseSync, body: Buffer): void {
  db.exec('CREATE TABLE pieces (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO pieces (id, bytes) VALUES (?, ?)')
  const chunks: [id: number, length: number][] = []
  // Ids are not in the order of the chunks, because later edits insert chunks.
  for (let at = 0, id = 1_000; at < body.length; at += 65_536, id--) {
    const bytes = body.subarray(at, at + 65_536)
    insert.run(id, bytes)
    chunks.push([id, bytes.length])
  }
  const row = db.prepare(
    'INSERT INTO objects (bucket, key, etag, meta, pieces) VALUES (?, ?, ?, ?, ?)',
  )
  row.run(big.bucket, big.key, 'tag-1', '{"commits":"a.1"}', JSON.stringify(chunks))
}

async function expectObjects(body: Buffer): Promise<void> {
  const store = createEmbeddedStore(directory)
  const got = await store.get(big)
  expect(got).toMatchObject({ kind: 'found', etag: 'tag-1', meta: { commits: 'a.1' } })
  expect(got.kind === 'found' && got.body.equals(body)).toBe(true)
  const other = { etag: 'tag-2', body: Buffer.from('[]'), meta: { commits: 'b.2' } }
  expect(await store.get(small)).toEqual({ kind: 'found', ...other })
  expect(await store.inventory('main')).toEqual([{ key: big.key, etag: 'tag-1' }])
  expect(await store.inventory('assistant')).toEqual([{ key: small.key, etag: 'tag-2' }])
  const { etag } = await store.put(small, Buffer.from('[1]'), { ifMatch: 'tag-2' })
  await store.put(small, Buffer.from('[]'), { ifMatch: etag })
  store.close()
}

/** Reads the layout with a read-only connection, which leaves the log unchanged. */
const layout = (file = FILE) => {
  const db = new DatabaseSync(pathOf(file), { readOnly: true })
  const columns = db.prepare(`SELECT name FROM pragma_table_info('objects')`).all()
  const version = db.prepare('PRAGMA user_version').get()?.['user_version']
  const tables = db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'`).get()
  db.close()
  return { version, last: columns.at(-1)?.['name'], tables: tables?.['n'] }
}

const PRESENT = { version: 3, last: 'body', tables: 1 }

/** The files of older layouts, by version. */
const OLD = [
  { version: 0, last: 'meta', tables: 1 },
  { version: 1, last: 'body', tables: 1 },
  { version: 2, last: 'whole', tables: 2 },
]

describe('createEmbeddedStore', () => {
  it('creates a file whose last column is the body', () => {
    createEmbeddedStore(directory).close()
    expect(layout()).toEqual(PRESENT)
  })

  it.each([0, 1, 2])('rejects a file of layout %d, leaves it and names the command', (version) => {
    writeOldFile(400_000, version)
    expect(() => createEmbeddedStore(directory)).toThrow(
      `The embedded store cannot be opened in "${directory}": it has layout ${version} of an ` +
        'earlier version. Stop the services, then run npm run store -- migrate',
    )
    expect(layout()).toEqual(OLD[version])
  })

  it('rejects a file of a newer version and leaves it unchanged', () => {
    createEmbeddedStore(directory).close()
    const db = open()
    db.exec('PRAGMA user_version = 4')
    db.close()
    const message = `The embedded store cannot be opened in "${directory}": it was written by a newer version of`
    expect(() => createEmbeddedStore(directory)).toThrow(message)
    expect(() => migrateStore(directory)).toThrow('it was written by a newer version of')
    expect(layout()).toEqual({ ...PRESENT, version: 4 })
    // The file is not left locked.
    const writer = open()
    writer.exec('PRAGMA user_version = 3')
    writer.close()
    createEmbeddedStore(directory).close()
  })
})

describe('migrateStore', () => {
  it.each([0, 1, 2])('migrates layout %d, and keeps its objects and a copy', async (version) => {
    const body = writeOldFile(4_000_000, version)
    const { size } = statSync(pathOf(FILE))
    expect(migrateStore(directory)).toEqual({ from: version, to: 3, copy: pathOf(COPY) })
    await expectObjects(body)
    expect([layout(), layout(COPY)]).toEqual([PRESENT, OLD[version]])
    expect(statSync(pathOf(FILE)).size).toBeLessThan(1.2 * size)
  })

  it('does nothing when the layout is the present one or no file exists', () => {
    expect(migrateStore(directory)).toBeUndefined()
    createEmbeddedStore(directory).close()
    expect(migrateStore(directory)).toBeUndefined()
    expect(existsSync(pathOf(COPY))).toBe(false)
  })

  it('leaves a file of layout 2 unchanged when a chunk is missing', () => {
    writeOldFile(400_000, 2)
    const db = open()
    db.exec('DELETE FROM pieces WHERE id = 999')
    db.close()
    expect(() => migrateStore(directory)).toThrow('part 999 of main/big.json is missing')
    expect([layout(), existsSync(pathOf(COPY))]).toEqual([OLD[2], false])
  })

  it('rejects a file that another process has open', () => {
    writeOldFile(400_000)
    const other = open()
    other.prepare('SELECT count(*) FROM objects').get()
    expect(() => migrateStore(directory)).toThrow('another process has it open')
    other.close()
    expect(layout()).toEqual(OLD[1])
  })

  it('never overwrites a copy', () => {
    writeOldFile(400_000)
    migrateStore(directory)
    rmSync(pathOf(FILE))
    writeOldFile(100_000, 2)
    expect(() => migrateStore(directory)).toThrow(`${COPY} exists`)
    expect([layout(), layout(COPY)]).toEqual([OLD[2], OLD[1]])
  })

  /** Starts a migration and kills it when its log has more bytes. */
  async function killAfter(written: number): Promise<void> {
    const child = fork(PROGRAM, [directory])
    const ended = once(child, 'exit')
    while (bytesOfLog() <= written && child.exitCode === null) await setImmediate()
    child.kill('SIGKILL')
    await ended
  }

  // The log grows by megabytes before the commit.
  it.each([
    [0, 1_000_000],
    [1, 1_000_000],
    [2, 1_000_000],
    [2, 20_000_000],
  ])(
    'keeps layout %d when it is killed after %d bytes, and migrates the next time',
    async (version, written) => {
      let body = writeOldFile(60_000_000, version)
      const before = layout()
      await killAfter(written)
      // On a busy machine the migration may be complete before it is killed.
      while (layout().version === PRESENT.version) {
        for (const name of readdirSync(directory)) rmSync(pathOf(name))
        body = writeOldFile(60_000_000, version)
        await killAfter(written)
      }
      expect(bytesOfLog()).toBeGreaterThan(written)
      expect(layout()).toEqual(before)
      rmSync(pathOf(COPY))
      migrateStore(directory)
      await expectObjects(body)
      expect(layout()).toEqual(PRESENT)
    },
  )
})
