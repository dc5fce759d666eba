import { setImmediate as nextTurn } from 'node:timers/promises'
import { createEmbeddedStore } from '../objects/embedded.ts'
import type { ObjectStore } from '../objects/port.ts'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { RUN } from './archive.ts'
import { changePage, sourceOf } from './change-page.ts'
import type { Version } from './head.ts'
import { archiveOf, editOf, liveHistory, MINUTE, START } from './live-history.fixture.ts'
import { pastOf } from './past.ts'
import { headIn } from './record.ts'
import { createRecorder } from './recorder.ts'

/** Two full runs and a part of the third. */
const EDITS = 2 * RUN + 88

let store: ObjectStore
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
})
afterEach(() => store.close())

const pastUpTo = ({ meta }: Version) => pastOf(archiveOf(store), 'counts', headIn(meta))
const runs = () => store.list('main', 'history/counts/runs/')

describe('a long history', () => {
  it('returns each change once, newest first', async () => {
    const { version, failures } = await liveHistory(store, EDITS)
    const ids = []
    for await (const { change } of pastUpTo(version).changes({})) ids.push(change.id)
    expect(ids).toEqual(Array.from({ length: EDITS }, (_, i) => `counts-${EDITS - i}-1`))
    expect(await runs()).toHaveLength(2)
    expect(failures).toEqual([])
  })

  it('continues below a position', async () => {
    const { version } = await liveHistory(store, EDITS)
    for (const number of [EDITS, 2 * RUN + 1, 2 * RUN, RUN, 2, 1]) {
      const { value } = await pastUpTo(version).changes({}, { number, index: 0 }).next()
      expect(value?.change.id).toBe(number === 1 ? undefined : `counts-${number - 1}-1`)
    }
  })

  it('returns the state at any instant', async () => {
    const { version, values } = await liveHistory(store, EDITS)
    const past = pastUpTo(version)
    expect(await past.stateAt(START)).toBeUndefined()
    for (let n = 1; n <= EDITS; n += 37) {
      expect(await past.stateAt(START + n * MINUTE)).toEqual({ value: values[n - 1] })
      expect(await past.stateAt(START + n * MINUTE + 1)).toEqual({ value: values[n - 1] })
      expect((await past.stateAt(START + n * MINUTE - 1))?.value).toEqual(values[n - 2])
    }
  })

  it('returns the undo of old and recent changes', async () => {
    const { version } = await liveHistory(store, EDITS)
    const past = pastUpTo(version)
    for (const n of [9, 249, 509, EDITS - (EDITS % 10) - 1]) {
      expect(await past.find(`counts-${n}-1`)).toMatchObject({ undoneBy: `counts-${n + 1}-1` })
    }
    expect(await past.find('counts-8-1')).toMatchObject({ undoneBy: null })
    for (const id of ['counts-0-1', `counts-${EDITS + 1}-1`, 'counts-1-2', 'other-1-1', 'x']) {
      expect(await past.find(id)).toBeUndefined()
    }
  })

  it('finds the changes of one author in a period', async () => {
    const { version } = await liveHistory(store, EDITS)
    const query = {
      actor: 'p1@acme.example',
      since: START + 100 * MINUTE,
      until: START + 110 * MINUTE,
    }
    const sources = { counts: sourceOf(pastUpTo(version), query) }
    const { changes } = await changePage(sources, { limit: 50 })
    expect(changes.map(({ requestId }) => requestId)).toEqual(['r109', 'r106', 'r103', 'r100'])
  })

  it('serves requests between a few records that are in memory', async () => {
    const { version } = await liveHistory(store, EDITS)
    const archive = archiveOf(store)
    const walk = async (each: () => void) => {
      for await (const _ of pastOf(archive, 'counts', headIn(version.meta)).changes({})) each()
    }
    await walk(() => {})
    // Each look at the clock takes 1 ms.
    let ms = 0
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => ms++)
    let [records, most] = [0, 0]
    const beginTurn = () => {
      records = 0
      turn = setImmediate(beginTurn)
    }
    let turn = setImmediate(beginTurn)
    await walk(() => (most = Math.max(most, ++records)))
    clearImmediate(turn)
    clock.mockRestore()
    expect(most).toBeLessThanOrEqual(10)
  })

  it('reads single records until the end of the next run stores a missing one', async () => {
    const { version, values } = await liveHistory(store, RUN - 1)
    const dying = { ...archiveOf(store), putRun: () => Promise.reject(new Error('died')) }
    const at = { clock: () => START + RUN * MINUTE, document: 'counts' }
    const last = await edit(createRecorder(dying, at), version, RUN)
    expect(await runs()).toEqual([])
    const past = pastUpTo(last)
    expect(await past.stateAt(START + 200 * MINUTE)).toEqual({ value: values[199] })
    expect(await past.find('counts-9-1')).toMatchObject({ undoneBy: 'counts-10-1' })

    const next = createRecorder(archiveOf(store), at)
    let now = last
    for (let n = RUN + 1; n <= 2 * RUN; n++) now = await edit(next, now, n)
    await untilRuns(2)
    expect(await pastUpTo(now).find('counts-9-1')).toMatchObject({ undoneBy: 'counts-10-1' })
  })
})

describe('a chain of undos of undos', () => {
  /** More than the maximum depth of the call stack; the first change is not an undo. */
  const LENGTH = 30_000
  const chain = async (length: number) => {
    const recorder = createRecorder(archiveOf(store), { document: 'counts', clock: () => START })
    const sides = { before: { count: 0 }, after: { count: 1 } }
    const edits = Array.from({ length }, (_, n) => ({
      ...editOf(1, sides.before, sides.after),
      undoes: n === 0 ? undefined : `counts-1-${n}`,
    }))
    const value = sides.after
    const text = Buffer.from(JSON.stringify(value))
    const { meta } = await recorder.record({ value: sides.before }, edits, { text, value })
    return pastUpTo({ value, meta })
  }

  it.each([
    [LENGTH, 'counts-1-2'],
    [LENGTH + 1, null],
  ])('returns whether the first of %d changes is undone', async (length, undoneBy) => {
    const past = await chain(length)
    expect(await past.find('counts-1-1')).toMatchObject({ undoneBy })
    const below = { number: 1, index: 1 }
    expect((await past.changes({}, below).next()).value).toMatchObject({ undoneBy })
  })

  it('returns whether each change is undone', async () => {
    const shown = []
    for await (const { undoneBy } of (await chain(LENGTH)).changes({})) shown.push(undoneBy)
    const expected = Array.from({ length: LENGTH }, (_, i) =>
      i % 2 === 1 ? `counts-1-${LENGTH - i + 1}` : null,
    )
    expect(shown).toEqual(expected)
  })

  it('ends when altered records form a cycle', async () => {
    const past = await chain(2)
    const [slot = ''] = await archiveOf(store).slots(0)
    const record = (await archiveOf(store).record(slot))!
    const altered = {
      ...record,
      changes: record.changes.map((change, i) => ({ ...change, undoes: `counts-1-${2 - i}` })),
    }
    const archive = { ...archiveOf(store), record: () => Promise.resolve(altered) }
    const head = { number: 1, slot, leadsTo: past.leadsTo!, at: START }
    expect(await pastOf(archive, 'counts', head).find('counts-1-1')).toMatchObject({
      undoneBy: 'counts-1-2',
    })
  })
})

describe('a history of large changes', () => {
  const pad = 'x'.repeat(10_000)
  const lengths = async () => {
    const got = await Promise.all((await runs()).map((key) => store.get({ bucket: 'main', key })))
    return got.map((one) => (one.kind === 'found' ? one.body.length : 0))
  }

  it('is stored in empty runs', async () => {
    await liveHistory(store, EDITS, undefined, pad)
    const all = await lengths()
    expect(all).toHaveLength(2)
    expect(Math.max(...all)).toBeLessThan(100_000)
  })

  it('returns each change, its undo and the state at any instant', async () => {
    const { version, values, failures } = await liveHistory(store, EDITS, undefined, pad)
    const past = pastUpTo(version)
    const ids = []
    for await (const { change } of past.changes({})) ids.push(change.id)
    expect(ids).toEqual(Array.from({ length: EDITS }, (_, i) => `counts-${EDITS - i}-1`))
    for (const n of [9, 249, 509]) {
      expect(await past.find(`counts-${n}-1`)).toMatchObject({ undoneBy: `counts-${n + 1}-1` })
      const { value } = await past.changes({}, { number: n, index: 0 }).next()
      expect(value?.change.id).toBe(`counts-${n - 1}-1`)
      expect(await past.stateAt(START + n * MINUTE)).toEqual({ value: values[n - 1] })
    }
    expect(failures).toEqual([])
  })

  it('reads a single record by its slot', async () => {
    const { version } = await liveHistory(store, EDITS, undefined, pad)
    // Stores the undos.
    await pastUpTo(version).find('counts-9-1')
    const read = new Set<string>()
    const archive = archiveOf(store)
    const record = (slot: string) => {
      read.add(slot)
      return archive.record(slot)
    }
    const past = pastOf({ ...archive, record }, 'counts', headIn(version.meta))
    expect(await past.find('counts-9-1')).toMatchObject({ change: { requestId: 'r9' } })
    expect(read.size).toBeLessThan(RUN)
  })
})

async function edit(recorder: ReturnType<typeof createRecorder>, version: Version, n: number) {
  const value = { count: n }
  const text = Buffer.from(JSON.stringify(value))
  const recorded = await recorder.record(version, [editOf(n, version.value, value)], {
    text,
    value,
  })
  recorded.stored(String(n))
  return { etag: String(n), value, meta: recorded.meta }
}

/** Waits for runs that are stored in the background. */
async function untilRuns(count: number): Promise<void> {
  while ((await runs()).length < count) await nextTurn()
}
