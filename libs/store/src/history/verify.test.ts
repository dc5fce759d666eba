import { createEmbeddedStore } from '../objects/embedded.ts'
import { StoreUnavailable, type ObjectStore } from '../objects/port.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { RUN } from './archive.ts'
import type { Version } from './head.ts'
import { archiveOf, liveHistory, MINUTE, recordKeyOf, START } from './live-history.fixture.ts'
import { pastOf } from './past.ts'
import { headIn } from './record.ts'
import { verifyHistory } from './verify.ts'

/** Number of edits on the first day. */
const DAY = 24 * 60 - 1

let store: ObjectStore
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
})
afterEach(() => store.close())

/** Replaces a string in every object, as a person with access to the bucket could. */
async function tamper(from: string, to: string, within = '') {
  let times = 0
  for (const key of await store.list('main', `history/counts/${within}`)) {
    const got = await store.get({ bucket: 'main', key })
    if (got.kind !== 'found' || !got.body.includes(from)) continue
    times++
    const body = Buffer.from(got.body.toString().replace(from, to))
    await store.put({ bucket: 'main', key }, body, { ifMatch: got.etag })
  }
  expect(times).toBeGreaterThan(0)
}

describe('verifyHistory', () => {
  const verdictOn = async (version: Version, head = headIn(version.meta)) =>
    verifyHistory(archiveOf(store), head)

  it('returns the number of records of an intact history', async () => {
    const { version } = await liveHistory(store, RUN + 20)
    expect(await verdictOn(version)).toEqual({ records: RUN + 20 })
    expect(await verifyHistory(archiveOf(store), undefined)).toEqual({ records: 0 })
  })

  it.each([
    ['in a run', 17],
    ['at the end of a run', RUN],
    ['after the last run', RUN + 5],
    ['at the end', RUN + 20],
  ])('names the first record whose changes do not fit %s', async (_, number) => {
    const { version } = await liveHistory(store, RUN + 20)
    const step = `"before":${number - 1},"after":`
    await tamper(`${step}${number}`, `${step}0.5`)
    const name = `record ${String(number).padStart(9, '0')}-`
    expect(await verdictOn(version)).toEqual({
      fault: expect.stringMatching(new RegExp(`^${name}\\S+: its changes do not `)),
      object: expect.stringContaining(name.slice('record '.length)),
    })
  })

  it('names a record that does not begin with the result of the previous one', async () => {
    const { version } = await liveHistory(store, 9)
    await tamper('"from":"', '"from":"x', 'records/000000/000000005')
    expect(await verdictOn(version)).toMatchObject({
      fault: expect.stringMatching(/^record 000000005-\S+: it does not begin with the result/),
    })
  })

  it('names the key of an altered first copy', async () => {
    const { version } = await liveHistory(store, 3, { value: { count: 0 } })
    await tamper('"count":0', '"count":9', 'copies/')
    expect(await verdictOn(version)).toMatchObject({
      object: 'history/counts/copies/2026-01-01T000100.000Z_000000000.json',
    })
  })

  it('names the key of a damaged copy of a day', async () => {
    const { version, values } = await liveHistory(store, DAY + 20)
    await tamper(`"count":${DAY}`, '"count":0', 'copies/')
    expect(await verdictOn(version)).toEqual({
      fault: expect.stringMatching(/ is damaged$/),
      object: expect.stringMatching(/^history\/counts\/copies\/2026-01-01T235900\.000Z_/),
    })
    const past = pastOf(archiveOf(store), 'counts', headIn(version.meta))
    await expect(past.stateAt(START + (DAY + 5) * MINUTE)).rejects.toThrow('is damaged')
    expect(await past.stateAt(START + 9 * MINUTE)).toEqual({ value: values[8] })
  })

  it.each([
    ['missing', (key: string) => store.remove({ bucket: 'main', key })],
    ['truncated', () => tamper('{', '', 'records/000000/000000002')],
  ])('names the key of a record that is %s', async (_, damage) => {
    const { version } = await liveHistory(store, 3)
    const key = await recordKeyOf(store, 2)
    await damage(key)
    expect(await verdictOn(version)).toMatchObject({ fault: expect.any(String), object: key })
  })

  it('names the missing newest record', async () => {
    const { version } = await liveHistory(store, 3)
    const head = { ...headIn(version.meta)!, slot: '000000003-other' }
    expect(await verdictOn(version, head)).toMatchObject({
      fault: 'The record 000000003-other is missing',
    })
  })

  it('names the last record when it does not lead to the document', async () => {
    const { version } = await liveHistory(store, 12)
    const head = { ...headIn(version.meta)!, leadsTo: 'other' }
    expect(await verdictOn(version, head)).toMatchObject({
      fault: expect.stringMatching(/^record 000000012-\S+: it does not lead to the document$/),
    })
  })

  it('fails when the store is unavailable', async () => {
    const { version } = await liveHistory(store, 3)
    store.get = () => Promise.reject(new StoreUnavailable('down'))
    await expect(verdictOn(version)).rejects.toThrow(StoreUnavailable)
  })

  it.each([
    ['a list of indexes', '"at":["count"]', '"at":["count"],"order":7'],
    ['a path', '"path":"/count"', '"path":7'],
  ])('names a record without %s', async (_, from, to) => {
    const { version } = await liveHistory(store, 3)
    await tamper(from, to, 'records/000000/000000002')
    expect(await verdictOn(version)).toMatchObject({ object: await recordKeyOf(store, 2) })
  })

  it('reads single records when a run is damaged', async () => {
    const { version } = await liveHistory(store, RUN + 3)
    await tamper('[', '', 'runs/')
    expect(await verdictOn(version)).toEqual({ records: RUN + 3 })
  })
})

describe('the state at an instant', () => {
  it('is an error when the records do not lead to it', async () => {
    const { version, values } = await liveHistory(store, 9)
    await tamper('"after":7', '"after":70')
    const past = pastOf(archiveOf(store), 'counts', headIn(version.meta))
    await expect(past.stateAt(START + 7 * MINUTE)).rejects.toThrow('do not lead to')
    expect(await past.stateAt(START + 6 * MINUTE)).toEqual({ value: values[5] })
  })
})
