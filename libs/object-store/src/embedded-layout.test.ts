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

const PROGRAM = fileURLToPath(new URL('../test/open-embedded.ts', import.meta.url))
const big = { bucket: 'main', key: 'big.json' } as const
const small = { bucket: 'assistant', key: 'small.json' } as const

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-layout-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = () => new DatabaseSync(join(directory, 'landscape.sqlite'))
const start = () => fork(PROGRAM, [directory], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

const OLDER = [
  // As it was before layouts were told.
  'body BLOB NOT NULL, etag TEXT NOT NULL, meta TEXT NOT NULL',
  'etag TEXT NOT NULL, meta TEXT NOT NULL, body BLOB NOT NULL',
]

const bytesOfLog = () =>
  statSync(join(directory, 'landscape.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0

/** A file as it was written in an older layout. */
function writeOldFile(bytes: number, version = 1): Buffer {
  // No two pages are the same.
  const body = Buffer.alloc(bytes, randomBytes(9_973))
  const db = open()
  db.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE objects (
      bucket TEXT NOT NULL, key TEXT NOT NULL, ${OLDER[version]}, PRIMARY KEY (bucket, key)
    ) STRICT;
    PRAGMA user_version = ${version};
  `)
  const insert = db.prepare(
    'INSERT INTO objects (bucket, key, body, etag, meta) VALUES (?, ?, ?, ?, ?)',
  )
  insert.run(big.bucket, big.key, body, 'tag-1', '{"commits":"a.1"}')
  insert.run(small.bucket, small.key, Buffer.from('[]'), 'tag-2', '{"commits":"b.2"}')
  db.close()
  return body
}

async function expectWhole(body: Buffer): Promise<void> {
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

/** As a reader sees it, who leaves the log as it is. */
const layout = () => {
  const db = new DatabaseSync(join(directory, 'landscape.sqlite'), { readOnly: true })
  const columns = db.prepare(`SELECT name FROM pragma_table_info('objects')`).all()
  const version = db.prepare('PRAGMA user_version').get()?.['user_version']
  const tables = db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'`).get()
  db.close()
  return { version, last: columns.at(-1)?.['name'], tables: tables?.['n'] }
}

const PRESENT = { version: 2, last: 'whole', tables: 2 }

describe('the layout of the embedded store', () => {
  it('has the bytes last, so that a tag is read without them', () => {
    createEmbeddedStore(directory).close()
    expect(layout()).toEqual(PRESENT)
  })

  it.each([0, 1])(
    'is brought to a file of layout %d, whose objects stay as they are',
    async (version) => {
      const body = writeOldFile(400_000, version)
      await expectWhole(body)
      expect(layout()).toEqual(PRESENT)
      // From the first edit on it is kept in pieces.
      const store = createEmbeddedStore(directory)
      const next = Buffer.concat([body, Buffer.from('y')])
      await store.put(big, next, { ifMatch: 'tag-1' }, {}, { before: body })
      expect(await store.get(big)).toMatchObject({ body: next })
      store.close()
    },
  )

  it('keeps programs that know no layouts from beginning with the file', () => {
    createEmbeddedStore(directory).close()
    const db = open()
    // What such a program asks for when it starts.
    expect(() => db.prepare('SELECT etag, body FROM objects')).toThrow('no such column: body')
    db.close()
  })

  it('refuses a file of a newer program, and leaves it alone', () => {
    createEmbeddedStore(directory).close()
    const db = open()
    db.exec('PRAGMA user_version = 3')
    db.close()
    expect(() => createEmbeddedStore(directory)).toThrow(
      `The embedded store cannot be opened in "${directory}": it was written by a newer version of this program`,
    )
    expect(layout()).toEqual({ ...PRESENT, version: 3 })
    // Nor is it left locked: whoever wrote it may go on.
    const writer = open()
    writer.exec('PRAGMA user_version = 2')
    writer.close()
    createEmbeddedStore(directory).close()
  })

  it('is brought by one of several processes that open the file at the same time', async () => {
    const body = writeOldFile(20_000_000)
    const children = Array.from({ length: 4 }, start)
    const codes = await Promise.all(
      children.map(async (child) => (await once(child, 'exit'))[0] as unknown),
    )
    expect(codes).toEqual([0, 0, 0, 0])
    await expectWhole(body)
  })

  it('is not brought again by who waited for the process that did it', async () => {
    createEmbeddedStore(directory).close()
    const other = open()
    other.exec('PRAGMA user_version = 1')
    other.exec('BEGIN IMMEDIATE')
    const child = start()
    const ended = once(child, 'exit')
    await once(child, 'message')
    // Time to begin to wait; one that comes later finds it done at first sight, which is right, too.
    await sleep(300)
    other.exec('PRAGMA user_version = 2; ALTER TABLE objects ADD COLUMN mark TEXT; COMMIT')
    other.close()
    expect(await ended).toEqual([0, null])
    // As it was left.
    expect(layout()).toEqual({ ...PRESENT, last: 'mark' })
  })

  // Megabytes go to the log before the commit does.
  it.each([
    [0, 1_000_000],
    [0, 20_000_000],
    [1, 1_000_000],
    [1, 20_000_000],
  ])(
    'is still %d when the process that brings it is killed after it wrote %d bytes, and the next one brings it',
    async (version, written) => {
      const body = writeOldFile(60_000_000, version)
      const child = start()
      const ended = once(child, 'exit')
      while (bytesOfLog() <= written && child.exitCode === null) await setImmediate()
      child.kill('SIGKILL')
      expect(await ended).toEqual([null, 'SIGKILL'])
      // What was written is there, and not committed.
      expect(bytesOfLog()).toBeGreaterThan(written)
      expect(layout()).toMatchObject({ version, tables: 1 })
      await expectWhole(body)
      expect(layout()).toEqual(PRESENT)
    },
  )
})
