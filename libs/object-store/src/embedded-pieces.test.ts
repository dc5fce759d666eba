import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { piecesIn } from '../test/pieces-in.ts'
import { versionOf } from '../test/versions.ts'
import { createEmbeddedStore } from './embedded.ts'
import { StoreUnavailable, type InventoriedStore } from './port.ts'

const EDITOR = new URL('../test/edit-pieces.ts', import.meta.url)
const ref = { bucket: 'main', key: 'edited.json' } as const

let directory: string
let store: InventoriedStore
let file: ReturnType<typeof piecesIn>
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-pieces-'))
  store = createEmbeddedStore(directory)
  file = piecesIn(directory)
})
afterEach(() => {
  file.db.close()
  store.close()
  rmSync(directory, { recursive: true })
})

/** Records that are all different, as text. */
function textOf(records: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(records))
}
const records = Array.from(
  { length: 20_000 },
  (_, i) => `record ${i} ${'of some length '.repeat(4)}`,
)

/** Stores the records in pieces. */
async function putInPieces(body: Buffer) {
  const { etag } = await store.put(ref, body, { absent: true })
  return store.put(ref, body, { ifMatch: etag }, {}, { before: body })
}

async function bodyNow(): Promise<Buffer | undefined> {
  const got = await store.get(ref)
  return got.kind === 'found' ? got.body : undefined
}

/** Counts the pieces that are written from now on. */
function countWritten(): () => number {
  file.db.exec(`
    CREATE TABLE written (id INTEGER);
    CREATE TRIGGER count_pieces AFTER INSERT ON pieces BEGIN INSERT INTO written VALUES (NEW.id); END;
  `)
  const count = file.db.prepare('SELECT count(*) AS count FROM written')
  return () => Number(count.get()?.['count'])
}

describe('a long body in the embedded store', () => {
  it.each([
    ['one record is another', 1, (list: string[]) => list.with(7_000, 'another')],
    ['one record came', 1, (list: string[]) => list.toSpliced(7_000, 0, 'new')],
    ['one record went', 1, (list: string[]) => list.toSpliced(7_000, 1)],
    ['some records came at the end', 1, (list: string[]) => [...list, 'new', 'newer']],
    ['some records came at the beginning', 1, (list: string[]) => ['new', 'newer', ...list]],
    [
      'three thousand records next to each other are longer',
      5,
      (list: string[]) =>
        list.map((record, i) => (i > 8_000 && i < 11_000 ? record + record : record)),
    ],
    [
      'ten records far from each other are longer',
      10,
      (list: string[]) =>
        list.map((record, i) => (i % 2_000 === 999 ? `${record} and on` : record)),
    ],
  ])('is written only where it differs: %s', async (_what, edits, edit) => {
    const body = textOf(records)
    const { etag } = await putInPieces(body)
    expect(file.of(ref.key).length).toBeGreaterThan(20)
    const written = countWritten()
    const next = textOf(edit(records))
    await store.put(ref, next, { ifMatch: etag }, {}, { before: body })
    expect((await bodyNow())?.equals(next)).toBe(true)
    expect(written()).toBeGreaterThan(0)
    // An edit may lie where one piece ends and the next one begins.
    expect(written()).toBeLessThanOrEqual(2 * edits)
  })

  it('is one row again once it is replaced by somebody who does not tell what was there, or is short', async () => {
    for (const next of [textOf(records.toReversed()), Buffer.from('[]')]) {
      const body = textOf(records)
      const { etag } = await putInPieces(body)
      const before = next.length < 10 ? { before: body } : {}
      await store.put(ref, next, { ifMatch: etag }, {}, before)
      expect((await bodyNow())?.equals(next)).toBe(true)
      expect(file.all()).toEqual({ named: [], stored: [] })
      await store.remove(ref)
    }
  })

  it('is written as a whole when what is told to be there has another length', async () => {
    const body = textOf(records)
    const { etag } = await putInPieces(body)
    const next = textOf(records.with(1, 'another'))
    await store.put(ref, next, { ifMatch: etag }, {}, { before: textOf(records.slice(5)) })
    expect((await bodyNow())?.equals(next)).toBe(true)
    expect(file.all().stored).toEqual(file.all().named)
  })

  it('stays as it is when the version was another, or the write fails', async () => {
    const body = textOf(records)
    const { etag } = await putInPieces(body)
    const before = file.all()
    const next = textOf(records.slice(0, 9_000))
    const late = store.put(ref, next, { ifMatch: 'older' }, {}, { before: body })
    await expect(late).rejects.toMatchObject({ name: 'PreconditionFailed' })
    const again = store.put(ref, next, { absent: true }, {}, { before: body })
    await expect(again).rejects.toMatchObject({ name: 'PreconditionFailed' })
    file.db.exec(
      `CREATE TRIGGER full BEFORE UPDATE ON objects BEGIN SELECT RAISE(FAIL, 'full'); END`,
    )
    const failed = store.put(ref, next, { ifMatch: etag }, {}, { before: body })
    await expect(failed).rejects.toEqual(new StoreUnavailable('embedded store: full'))
    expect(await store.get(ref, { ifNoneMatch: etag })).toEqual({ kind: 'not-modified' })
    expect((await bodyNow())?.equals(body)).toBe(true)
    expect(file.all()).toEqual(before)
    file.db.exec('DROP TRIGGER full')
    await store.put(ref, next, { ifMatch: etag }, {}, { before: body })
    expect((await bodyNow())?.equals(next)).toBe(true)
  })

  it('cannot be read when a piece of it is missing', async () => {
    await putInPieces(textOf(records))
    const [, [id]] = file.of(ref.key) as [unknown, [number]]
    file.db.exec(`DELETE FROM pieces WHERE id = ${id}`)
    await expect(store.get(ref)).rejects.toEqual(
      new StoreUnavailable(
        `embedded store: piece ${id} of a document is missing: restore the file`,
      ),
    )
  })

  it('is whole for who reads while another process writes, and after that was killed in a write', async () => {
    const { etag } = await store.put(ref, versionOf(0), { absent: true }, { number: '0' })
    await store.put(ref, versionOf(1), { ifMatch: etag }, { number: '1' }, { before: versionOf(0) })
    let acknowledged = 1
    for (let round = 0; round < 6; round++) {
      const child = fork(EDITOR, [directory], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      child.on('message', (number) => (acknowledged = Number(number)))
      await once(child, 'message')
      const over = performance.now() + 40 + round * 13
      while (performance.now() < over) {
        await readWhole()
        await new Promise(setImmediate)
      }
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await readWhole()).toBeGreaterThanOrEqual(acknowledged)
      expect(file.all().stored).toEqual(file.all().named)
    }
    expect(acknowledged).toBeGreaterThan(6)
  }, 60_000)
})

/** The number of the version that is there, all of it. */
async function readWhole(): Promise<number> {
  const got = await store.get(ref)
  if (got.kind !== 'found') throw new Error('It is gone')
  const number = Number(got.meta['number'])
  expect(got.body.equals(versionOf(number))).toBe(true)
  return number
}
