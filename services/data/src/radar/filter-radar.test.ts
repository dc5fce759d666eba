import { describe, expect, it } from '@jest/globals'
import { filterRadar } from './filter-radar.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

const entry = (id: string, quadrant: string, ...rings: unknown[]) => ({
  id,
  title: id,
  quadrant,
  timeline: rings.map((ringId) => ({ ringId })),
})
const radar = {
  title: 'Acme',
  more: 1,
  quadrants: [{ id: '1' }, { id: 'Q2' }, null],
  rings: [{ id: 'adopt' }, { id: 'trial' }, {}],
  entries: [
    entry('a', '1', 'trial', 'adopt'),
    entry('b', 'Q2', 'Adopt'),
    entry('c', 'Q2', 'adopt', 'trial'),
    entry('d', '1', 'review'),
    entry('e', '1'),
    { id: 'f', title: 'f', quadrant: 1, timeline: 'adopt' },
    { id: 'untitled', quadrant: '1' },
    null,
  ],
}
const idsOf = (filter: object) =>
  filterRadar(radarViewFor(radar), filter).radar.entries.map((kept) => (kept as { id: string }).id)

describe('filterRadar', () => {
  it.each([
    [{ ring: 'adopt' }, ['a', 'b']],
    [{ ring: 'ADOPT', quadrant: 'q2' }, ['b']],
    [{ ring: 'review' }, ['d']],
    [{ ring: 'ignore' }, []],
    [{ quadrant: '1' }, ['a', 'd', 'e']],
  ])('applies %j and keeps the entries %j', (filter, ids) => {
    expect(idsOf(filter)).toEqual(ids)
  })

  it('keeps the rest of the radar, and all entries without a filter', () => {
    expect(filterRadar(radarViewFor(radar), {})).toBe(radarViewFor(radar))
    expect(filterRadar(radarViewFor(radar), { ring: 'ignore' }).radar).toEqual({
      ...radar,
      entries: [],
    })
  })

  it.each([
    [{ ring: 'hold' }, 'ring', 'rings are adopt, trial, review, ignore'],
    [{ ring: '' }, 'ring', 'rings are adopt, trial, review, ignore'],
    [{ quadrant: '7' }, 'quadrant', 'quadrants are 1, Q2'],
  ])('rejects %j and lists the ids of the radar', (filter, part, named) => {
    expect(() => filterRadar(radarViewFor(radar), filter)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        message: `Unknown ${part}: ${named}`,
        faults: [{ path: [part], detail: `is not a known ${part}; ${named}` }],
      }),
    )
  })
})
