import { directoratesFrom } from '@landscape/contracts/directorates'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { describe, expect, it } from '@jest/globals'
import { changedEntries } from './changed-entries.ts'

const by = { actor: 'a', email: 'a@acme.example', action: 'test', requestId: 'r', traceId: 't' }
const entry = (id: string, description: string, timeline: readonly object[] = []) => ({
  id,
  title: id,
  description,
  timeline,
})

/** A radar whose versions were stored one day after the other, beginning on 1 January 2026. */
async function radarOf(...versions: ReturnType<typeof entry>[][]) {
  let now = Date.parse('2026-01-01T12:00:00Z')
  const logger = createLogger({ service: 'data', level: 'fatal' })
  const options = { logger, clock: () => now }
  const { radar } = openDocuments(createEmbeddedStore(':memory:'), ['radar'], options)
  for (const entries of versions) {
    const next = { title: 'Radar', quadrants: [], rings: [], entries }
    await radar.change(() => ({ next, result: undefined }), { by })
    now += 24 * 60 * 60 * 1_000
  }
  return radar
}

const DIRECTORATES = directoratesFrom([
  { id: 0, name: 'Coast' },
  { id: 1, name: 'Harbour' },
])
const changesOf = (
  radar: Awaited<ReturnType<typeof radarOf>>,
  date: string,
  directorate = DIRECTORATES.main,
) =>
  changedEntries(radar, Date.parse(date), {
    directorate,
    directorates: DIRECTORATES,
    until: Infinity,
  })
const changedSince = async (
  radar: Awaited<ReturnType<typeof radarOf>>,
  date: string,
  directorate = DIRECTORATES.main,
) => [...(await changesOf(radar, date, directorate)).ids]

describe('changedEntries', () => {
  const first = [entry('a', 'old'), entry('b', 'old')]
  const second = [entry('a', 'new'), entry('b', 'old')]
  const third = [entry('a', 'new'), entry('b', 'old'), entry('c', 'added')]

  it('returns entries that changed or were added after the instant', async () => {
    const radar = await radarOf(first, second, third)
    expect(await changedSince(radar, '2026-01-01T18:00:00Z')).toEqual(['a', 'c'])
    expect(await changedSince(radar, '2026-01-02T18:00:00Z')).toEqual(['c'])
    expect(await changedSince(radar, '2026-01-09T00:00:00Z')).toEqual([])
  })

  it('ignores positions of other directorates', async () => {
    const decided = entry('a', 'old', [{ ringId: 'hold', directorate: 1 }])
    const radar = await radarOf([entry('a', 'old')], [decided])
    expect(await changedSince(radar, '2026-01-01T18:00:00Z')).toEqual([])
    expect(await changedSince(radar, '2026-01-01T18:00:00Z', DIRECTORATES.find(1))).toEqual(['a'])
  })

  it('compares with the first recorded state when the history begins later', async () => {
    const radar = await radarOf(first, second)
    expect(await changedSince(radar, '2020-01-01T00:00:00Z')).toEqual(['a'])
  })

  it('returns from when on the history shows changes', async () => {
    const since = async (date: string) =>
      (await changesOf(await radarOf(first, second), date)).since
    expect(await since('2026-01-01T18:00:00Z')).toBe(Date.parse('2026-01-01T18:00:00Z'))
    expect(await since('2020-01-01T00:00:00Z')).toBe(Date.parse('2026-01-01T12:00:00Z'))
    expect((await changesOf(await radarOf(), '2020-01-01')).since).toBeUndefined()
  })

  it('returns nothing while no radar is stored', async () => {
    expect(await changedSince(await radarOf(), '2020-01-01T00:00:00Z')).toEqual([])
  })
})
