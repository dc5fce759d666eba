import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from './embedded.ts'

const PROGRAM = fileURLToPath(new URL('../../test/objects/open-embedded.ts', import.meta.url))
const big = { bucket: 'main', key: 'big.json' } as const
const small = { bucket: 'assistant', key: 'small.json' } as const

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-layout-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = () => new DatabaseSync(join(directory, 'landscape.sqlite'))
const start = () => fork(PROGRAM, [directory], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

const bytesOfLog = () =>
  statSync(join(directory, 'landscape.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0

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
const layout = () => {
  const db = new DatabaseSync(join(directory, 'landscape.sqlite'), { readOnly: true })
  const columns = db.prepare(`SELECT name FROM pragma_table_info('objects')`).all()
  const version = db.prepare('PRAGMA user_version').get()?.['user_version']
  const tables = db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'`).get()
  db.close()
  return { version, last: columns.at(-1)?.['name'], tables: tables?.['n'] }
}

const PRESENT = { version: 3, last: 'body', tables: 1 }

describe('the layout of the embedded store', () => {
  it('has the body as the last column', () => {
    createEmbeddedStore(directory).close()
    expect(layout()).toEqual(PRESENT)
  })

  it.each([0, 1, 2])('migrates a file of layout %d and keeps its objects', async (version) => {
    const body = writeOldFile(400_000, version)
    await expectObjects(body)
    expect(layout()).toEqual(PRESENT)
  })

  it('leaves a file of layout 2 unchanged when a chunk is missing', () => {
    writeOldFile(400_000, 2)
    const db = open()
    db.exec('DELETE FROM pieces WHERE id = 999')
    expect(() => createEmbeddedStore(directory)).toThrow('part 999 of main/big.json is missing')
    expect(layout()).toEqual({ version: 2, last: 'whole', tables: 2 })
    expect(db.prepare('SELECT count(*) AS n FROM pieces').get()).toEqual({ n: 6 })
    db.close()
  })

  it('rejects a file of a newer version and leaves it unchanged', () => {
    createEmbeddedStore(directory).close()
    const db = open()
    db.exec('PRAGMA user_version = 4')
    db.close()
    expect(() => createEmbeddedStore(directory)).toThrow(
      `The embedded store cannot be opened in "${directory}": it was written by a newer version of`,
    )
    expect(layout()).toEqual({ ...PRESENT, version: 4 })
    // The file is not left locked.
    const writer = open()
    writer.exec('PRAGMA user_version = 3')
    writer.close()
    createEmbeddedStore(directory).close()
  })

  it('migrates once when several processes open the file at the same time', async () => {
    const body = writeOldFile(20_000_000)
    const children = Array.from({ length: 4 }, start)
    const codes = await Promise.all(
      children.map(async (child) => (await once(child, 'exit'))[0] as unknown),
    )
    expect(codes).toEqual([0, 0, 0, 0])
    await expectObjects(body)
  })

  it('does not migrate again after waiting for the process that did', async () => {
    createEmbeddedStore(directory).close()
    const other = open()
    other.exec('PRAGMA user_version = 1')
    other.exec('BEGIN IMMEDIATE')
    const child = start()
    const ended = once(child, 'exit')
    await once(child, 'message')
    // Lets the child start waiting; a child that opens later finds the present layout, and the test passes.
    await sleep(300)
    other.exec('PRAGMA user_version = 3; ALTER TABLE objects ADD COLUMN mark TEXT; COMMIT')
    other.close()
    expect(await ended).toEqual([0, null])
    expect(layout()).toEqual({ ...PRESENT, last: 'mark' })
  })

  // The log grows by megabytes before the commit.
  it.each([
    [0, 1_000_000],
    [1, 1_000_000],
    [2, 1_000_000],
    [2, 20_000_000],
  ])(
    'keeps layout %d when the migration is killed after %d bytes, and migrates at the next start',
    async (version, written) => {
      const body = writeOldFile(60_000_000, version)
      const before = layout()
      const child = start()
      const ended = once(child, 'exit')
      while (bytesOfLog() <= written && child.exitCode === null) await setImmediate()
      child.kill('SIGKILL')
      expect(await ended).toEqual([null, 'SIGKILL'])
      expect(bytesOfLog()).toBeGreaterThan(written)
      expect(layout()).toEqual(before)
      await expectObjects(body)
      expect(layout()).toEqual(PRESENT)
    },
  )
})
