import { createEmbeddedStore } from '../objects/embedded.ts'
import type { ObjectStore } from '../objects/port.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { RUN } from './archive.ts'
import { forget } from './forget.ts'
import { archiveOf, liveHistory, MINUTE, START } from './live-history.fixture.ts'
import { pastOf } from './past.ts'
import { headIn } from './record.ts'
import type { Version } from './head.ts'
import { verifyHistory } from './verify.ts'

let store: ObjectStore
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
})
afterEach(() => store.close())

const head = ({ meta }: Version) => headIn(meta)!
const pastUpTo = (version: Version) => pastOf(archiveOf(store), 'counts', head(version))

async function idsIn(version: Version) {
  const ids = []
  for await (const { change } of pastUpTo(version).changes({})) ids.push(change.id)
  return ids
}

/** The concatenated bodies of all objects. */
async function allBodies() {
  const keys = await store.list('main')
  const found = await Promise.all(keys.map((key) => store.get({ bucket: 'main', key })))
  return found.map((got) => (got.kind === 'found' ? got.body.toString() : '')).join('')
}

describe('forget', () => {
  it.each([
    ['within a run', 100],
    ['at the end of a run', RUN],
    ['in an incomplete run', RUN + 10],
    ['all records', RUN + 40],
  ])('deletes older records and keeps the history verifiable: %s', async (_, count) => {
    const { version, values } = await liveHistory(store, RUN + 40)
    const before = START + (count + 1) * MINUTE
    expect(await forget(archiveOf(store), head(version), before)).toBe(count)
    expect(await allBodies()).not.toContain(`"requestId":"r${count}"`)
    expect(await idsIn(version)).toEqual(
      Array.from({ length: RUN + 40 - count }, (_, i) => `counts-${RUN + 40 - i}-1`),
    )
    expect(await pastUpTo(version).find(`counts-${count}-1`)).toBeUndefined()
    expect(await pastUpTo(version).stateAt(START + count * MINUTE - 1)).toBeUndefined()
    // The state after the last deleted record is valid until the next change.
    for (const instant of [START + count * MINUTE, before - 1]) {
      expect(await pastUpTo(version).stateAt(instant)).toEqual({ value: values[count - 1] })
    }
    for (const n of [count + 1, RUN + 40].filter((n) => n > count && n <= RUN + 40)) {
      expect(await pastUpTo(version).stateAt(START + n * MINUTE)).toEqual({ value: values[n - 1] })
    }
    const left = { records: RUN + 40 - count }
    expect(await verifyHistory(archiveOf(store), head(version))).toEqual(left)
    expect(await forget(archiveOf(store), head(version), before)).toBe(0)
  })

  it('keeps the history verifiable after more edits', async () => {
    const first = await liveHistory(store, RUN + 10)
    await forget(archiveOf(store), head(first.version), START + 200 * MINUTE)
    const second = await liveHistory(store, RUN, first.version)
    const archive = archiveOf(store)
    expect(await verifyHistory(archive, head(second.version))).toEqual({
      records: 2 * RUN + 10 - 199,
    })
    expect(second.failures).toEqual([])
    expect((await idsIn(second.version)).at(-1)).toBe('counts-200-1')
    expect((await archive.run(0))?.size).toBe(RUN - 199)
    expect((await archive.run(1))?.size).toBe(RUN)
  })

  it('deletes nothing when all records are newer', async () => {
    const { version } = await liveHistory(store, 5)
    expect(await forget(archiveOf(store), head(version), START)).toBe(0)
    expect(await forget(archiveOf(store), undefined, START)).toBe(0)
    expect(await idsIn(version)).toHaveLength(5)
  })

  it('hides deleted records in a process that has cached them', async () => {
    const { version } = await liveHistory(store, RUN + 40)
    const other = archiveOf(store)
    const ids = ['counts-9-1', `counts-${RUN + 9}-1`]
    const lookUp = () =>
      Promise.all(ids.map((id) => pastOf(other, 'counts', head(version)).find(id)))
    expect(await lookUp()).toMatchObject(ids.map((id) => ({ change: { id } })))
    await forget(archiveOf(store), head(version), START + (RUN + 20) * MINUTE)
    expect(await lookUp()).toEqual([undefined, undefined])
  })

  it('deletes the records that a killed process left', async () => {
    const { version } = await liveHistory(store, 20)
    let left = 7
    const dying = {
      ...archiveOf(store),
      remove: (name: string) =>
        left-- > 0 ? archiveOf(store).remove(name) : Promise.reject(new Error('died')),
    }
    const before = START + 11 * MINUTE
    await expect(forget(dying, head(version), before)).rejects.toThrow('died')
    expect(await idsIn(version)).toHaveLength(10)
    expect(await forget(archiveOf(store), head(version), before)).toBe(3)
    expect(await allBodies()).not.toContain('"requestId":"r9"')
    expect(await verifyHistory(archiveOf(store), head(version))).toEqual({ records: 10 })
  })
})
