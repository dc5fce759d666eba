import { createEmbeddedStore } from '../objects/embedded.ts'
import type { ObjectStore } from '../objects/port.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { RUN } from './archive.ts'
import { changePage, sourceOf } from './change-page.ts'
import type { Version } from './head.ts'
import { archiveOf, liveHistory, MINUTE, recordKeyOf, START } from './live-history.fixture.ts'
import { pastOf } from './past.ts'
import { headIn } from './record.ts'

let store: ObjectStore
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
})
afterEach(() => store.close())

const pastUpTo = ({ meta }: Version) => pastOf(archiveOf(store), 'counts', headIn(meta))
const recordKey = (number: number) => recordKeyOf(store, number)
const remove = (key: string) => store.remove({ bucket: 'main', key })

async function put(key: string, text: string) {
  const got = await store.get({ bucket: 'main', key })
  if (got.kind !== 'found') throw new Error(`no ${key}`)
  await store.put({ bucket: 'main', key }, Buffer.from(text), { ifMatch: got.etag })
}

async function pageOf(version: Version, period: { until?: number } = {}) {
  const { changes, ...page } = await changePage(
    { counts: sourceOf(pastUpTo(version), period) },
    { limit: 1_000 },
  )
  return { numbers: changes.map(({ id }) => Number(id.split('-')[1])), ...page }
}

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i)

describe('a history with a damaged record', () => {
  const GAP = RUN + 10
  /** Number of edits on the first day. */
  const DAY = 24 * 60 - 1
  const ways: [what: string, damage: () => Promise<void>, detail: RegExp][] = [
    ['missing', async () => remove(await recordKey(GAP)), /^The record 000000266-\S+ is missing$/],
    [
      'truncated',
      async () => put(await recordKey(GAP), '{"format":1,"num'),
      /000000266-\S+\.json is damaged$/,
    ],
    [
      'another object',
      async () => put(await recordKey(GAP), '{"changes":[null]}'),
      /000000266-\S+\.json is damaged$/,
    ],
    [
      'a string',
      async () => put(await recordKey(GAP), '"gone"'),
      /000000266-\S+\.json is damaged$/,
    ],
  ]
  it.each(ways)(
    'returns the later changes and a gap when the record is %s',
    async (_, damage, detail) => {
      const { version } = await liveHistory(store, RUN + 20)
      await damage()
      expect(await pageOf(version)).toEqual({
        numbers: down(RUN + 20, GAP + 1),
        next: null,
        gaps: [{ document: 'counts', detail: expect.stringMatching(detail) }],
      })
    },
  )

  it('returns changes and states of earlier days when they are requested', async () => {
    const { version, values } = await liveHistory(store, DAY + 20)
    await remove(await recordKey(DAY + 10))
    const until = START + 300 * MINUTE
    expect(await pageOf(version, { until })).toEqual({ numbers: down(300, 1), next: null })
    expect(await pastUpTo(version).stateAt(until)).toEqual({ value: values[299] })
    expect(await pastUpTo(version).find('counts-9-1')).toMatchObject({ undoneBy: null })
    await expect(pastUpTo(version).find(`counts-${DAY + 10}-1`)).rejects.toThrow('is missing')
  })

  it('ends when a record names itself as the previous one', async () => {
    const { version } = await liveHistory(store, 9)
    const key = await recordKey(5)
    const got = await store.get({ bucket: 'main', key })
    if (got.kind !== 'found') throw new Error('no record')
    await put(key, got.body.toString().replace('"slot":"000000004', '"slot":"000000005'))
    expect(await pageOf(version)).toMatchObject({
      numbers: down(9, 5),
      gaps: [{ detail: 'The record 5 has an invalid previous record' }],
    })
  })

  it('reads single records instead of a damaged run', async () => {
    const { version, values } = await liveHistory(store, RUN + 20)
    await put('history/counts/runs/000000.json', '[{"slot":1}]')
    expect(await pageOf(version)).toEqual({ numbers: down(RUN + 20, 1), next: null })
    expect(await pastUpTo(version).stateAt(START + 9 * MINUTE)).toEqual({ value: values[8] })
    expect(await pastUpTo(version).find('counts-9-1')).toMatchObject({ undoneBy: 'counts-10-1' })
  })
})
