import { createEmbeddedStore } from '../objects/embedded.ts'
import { type ObjectStore } from '../objects/port.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { BLOCK } from './archive.ts'
import { archiveOf, liveHistory, MINUTE, START } from './live-history.fixture.ts'
import { pastOf } from './past.ts'
import { headIn } from './record.ts'
import { verifyHistory } from './verify.ts'

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
  it('returns the number of records of an intact history', async () => {
    const { version } = await liveHistory(store, BLOCK + 20)
    const verdict = await verifyHistory(archiveOf(store), headIn(version.meta))
    expect(verdict).toEqual({ records: BLOCK + 20 })
    expect(await verifyHistory(archiveOf(store), undefined)).toEqual({ records: 0 })
  })

  it.each([
    ['in a folded block', 17],
    ['at the end of a block', BLOCK],
    ['after the last block', BLOCK + 5],
    ['at the end', BLOCK + 20],
  ])('names an altered record %s', async (_, number) => {
    const { version } = await liveHistory(store, BLOCK + 20)
    await tamper(`"requestId":"r${number}"`, '"requestId":"other"')
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      fault: `record ${String(number).padStart(9, '0')}: it does not match its hash`,
    })
  })

  it('detects a record that differs from the one in its block', async () => {
    const { version } = await liveHistory(store, BLOCK + 20)
    await tamper('"requestId":"r17"', '"requestId":"other"', 'records/')
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      fault: 'record 000000017: it differs from the one in its block',
    })
  })

  it('detects an altered first state', async () => {
    const { version } = await liveHistory(store, 3, { value: { count: 0 } })
    await tamper('"count":0', '"count":9', 'states/')
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      fault: expect.stringMatching(/^record 000000001: The state \S+ does not match its digest$/),
    })
  })

  it.each([
    ['record', 'records/000000/000000001', /^history\/counts\/records\/000000\/000000001\.json$/],
    ['state', 'states/', /^history\/counts\/states\/\S+\.json$/],
  ])('names the key of a damaged %s', async (_what, within, key) => {
    const { version } = await liveHistory(store, 3, { value: { count: 0 } })
    await tamper('{', '', within)
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      fault: expect.any(String),
      object: expect.stringMatching(key),
    })
  })

  it('names the key of the block with an altered record', async () => {
    const { version } = await liveHistory(store, BLOCK + 20)
    await tamper('"requestId":"r17"', '"requestId":"other"', 'blocks/')
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      object: 'history/counts/blocks/000000.json',
    })
  })

  it('names the key of a missing record', async () => {
    const { version } = await liveHistory(store, 3)
    const [, key = ''] = await store.list('main', 'history/counts/records/')
    await store.remove({ bucket: 'main', key })
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      object: key,
    })
  })

  it('names the first of several altered records', async () => {
    const { version } = await liveHistory(store, 30)
    for (const n of [22, 7]) await tamper(`"requestId":"r${n}"`, '"requestId":"other"')
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      fault: 'record 000000007: it does not match its hash',
    })
  })

  it('detects removed newest records', async () => {
    const { version, heads } = await liveHistory(store, 12)
    const head = headIn(version.meta)!
    expect(await verifyHistory(archiveOf(store), { ...heads[9]!, hash: head.hash })).toMatchObject({
      fault: 'record 000000010: it does not match its hash',
    })
  })

  it('detects an altered state at the end of a block', async () => {
    const { version, values } = await liveHistory(store, BLOCK + 20)
    await tamper(`"count":${BLOCK}`, '"count":0', 'states/')
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      fault: `record 000000${BLOCK}: stored snapshot does not match its hash`,
    })
    const past = pastOf(archiveOf(store), 'counts', headIn(version.meta))
    await expect(past.stateAt(START + BLOCK * MINUTE)).rejects.toThrow('does not match its digest')
    expect(await past.stateAt(START + 9 * MINUTE)).toEqual({ value: values[8] })
  })

  it('names a malformed object', async () => {
    const { version } = await liveHistory(store, 9)
    await tamper('{"format"', 'format', 'records/000000/000000005')
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      fault: 'history/counts/records/000000/000000005.json is damaged',
    })
  })

  it('reads single records when a block is truncated', async () => {
    const { version } = await liveHistory(store, BLOCK + 3)
    const key = 'history/counts/blocks/000000.json'
    const got = await store.get({ bucket: 'main', key })
    if (got.kind !== 'found') throw new Error('nothing is folded')
    const block = JSON.parse(got.body.toString()) as { records: unknown[] }
    const cut = { ...block, records: block.records.slice(5) }
    await store.put({ bucket: 'main', key }, Buffer.from(JSON.stringify(cut)), {
      ifMatch: got.etag,
    })
    await store.remove({ bucket: 'main', key: 'history/counts/records/000000/000000003.json' })
    expect(await verifyHistory(archiveOf(store), headIn(version.meta))).toMatchObject({
      fault: 'The record 000000003 is missing',
    })
  })

  it('names the missing newest record', async () => {
    const { version } = await liveHistory(store, 3)
    const head = headIn(version.meta)!
    expect(
      await verifyHistory(archiveOf(store), { ...head, slot: '000000003-other' }),
    ).toMatchObject({
      fault: 'The record 000000003-other is missing',
    })
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
