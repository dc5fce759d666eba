import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { type ObjectStore } from '../objects/port.ts'
import { RUN } from './archive.ts'
import { toFormerLayout } from './former-history.fixture.ts'
import { forget } from './forget.ts'
import { archiveOf, liveHistory, MINUTE, START } from './live-history.fixture.ts'
import { migrate } from './migrate.ts'
import { pastOf } from './past.ts'
import { headIn } from './record.ts'
import { verifyHistory } from './verify.ts'

const EDITS = 2 * RUN + 40

let store: ObjectStore
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
})
afterEach(() => store.close())

const folder = (name: string) => store.list('main', `history/counts/${name}/`)

/** A history of the former layout, its head and the document after each record. */
async function formerHistory(deleted = 0) {
  const { values, version } = await liveHistory(store, EDITS)
  const meta = await toFormerLayout(store, values, deleted)
  return { values, head: headIn(meta)!, version: { ...version, meta } }
}

/** Compares changes, undos and states with the edits. */
async function expectComplete(
  { head, values }: Awaited<ReturnType<typeof formerHistory>>,
  from = 1,
) {
  const past = () => pastOf(archiveOf(store), 'counts', head)
  const ids = []
  for await (const { change } of past().changes({})) ids.push(change.id)
  expect(ids).toEqual(Array.from({ length: EDITS - from + 1 }, (_, i) => `counts-${EDITS - i}-1`))
  for (const n of [from, RUN - 1, RUN, RUN + 1, 300, EDITS].filter((n) => n >= from)) {
    expect(await past().stateAt(START + n * MINUTE)).toEqual({ value: values[n - 1] })
  }
  expect(await past().find('counts-499-1')).toMatchObject({ undoneBy: 'counts-500-1' })
  expect(await verifyHistory(archiveOf(store), head)).toEqual({ records: EDITS - from + 1 })
}

describe('a history of the former layout', () => {
  it.each([0, 100])(
    'is complete before and after its migration, without the first %d records',
    async (deleted) => {
      const history = await formerHistory(deleted)
      await expectComplete(history, deleted + 1)
      await migrate(archiveOf(store), history.head)
      expect(await folder('runs')).toHaveLength(2)
      expect(await folder('copies')).toHaveLength(deleted > 0 ? 3 : 2)
      await expectComplete(history, deleted + 1)
    },
  )

  it('begins with the first state of an existing document', async () => {
    const { values, version } = await liveHistory(store, 5, { value: { count: 0 } })
    const head = headIn(await toFormerLayout(store, values))!
    const key = `history/counts/states/${(await archiveOf(store).record('000000001'))!.from}.json`
    await store.put({ bucket: 'main', key }, Buffer.from('{"count":0}'), { absent: true })
    for (let migrations = 0; migrations < 2; migrations++) {
      const past = pastOf(archiveOf(store), 'counts', head)
      expect(await past.stateAt(START + 5 * MINUTE)).toEqual({ value: version.value })
      expect(await past.stateAt(START)).toBeUndefined()
      expect(await verifyHistory(archiveOf(store), head)).toEqual({ records: 5 })
      await migrate(archiveOf(store), head)
    }
  })

  it('stays complete when the migration dies after any of its writes, and is migrated by the next', async () => {
    const history = await formerHistory(100)
    for (let writes = 0; writes < 6; writes++) {
      let left = writes
      const dying: ObjectStore = {
        ...store,
        put: (...args) => (left-- > 0 ? store.put(...args) : Promise.reject(new Error('died'))),
      }
      await expect(migrate(archiveOf(dying), history.head)).rejects.toThrow('died')
      await expectComplete(history, 101)
    }
    await migrate(archiveOf(store), history.head)
    expect(await folder('runs')).toHaveLength(2)
    await expectComplete(history, 101)
    const quiet = { ...store, put: () => Promise.reject(new Error('a second migration')) }
    await migrate(archiveOf(quiet), history.head)
  })

  it('continues with new records, which the former version reads as well', async () => {
    const { version } = await formerHistory()
    const next = await liveHistory(store, RUN, version)
    expect(next.failures).toEqual([])
    const head = headIn(next.version.meta)!
    expect(await verifyHistory(archiveOf(store), head)).toEqual({ records: EDITS + RUN })
    const [number, slot, hash, ...others] = next.version.meta!['history']!.split(' ')
    expect([Number(number), slot, hash, others.length]).toEqual([head.number, head.slot, '-', 2])
    const record = await archiveOf(store).record(head.slot)
    expect(record?.previous).toEqual({ slot: expect.any(String) })
  })

  it('loses the objects of the former layout with its deleted records', async () => {
    const history = await formerHistory()
    expect(await forget(archiveOf(store), history.head, START + 301 * MINUTE)).toBe(300)
    for (const name of ['blocks', 'states']) expect(await folder(name)).toEqual([])
    await expectComplete(history, 301)
  })
})
