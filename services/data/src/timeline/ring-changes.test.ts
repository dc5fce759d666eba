import { describe, expect, it } from '@jest/globals'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { radarOf } from './radar.fixture.ts'
import { defaultSince, ringChange } from './ring-changes.ts'
import { radarViewFor } from './radar-view.ts'

const SINCE = Date.parse('2026-05-01')
const RINGS = ['adopt', 'trial', 'hold']
const changeOf = (...positions: [string, string?][]) =>
  ringChange(
    positions.map(([ringId, date = '']) => ({
      ringId,
      at: parseIsoInstant(date),
      description: '',
      directorate: undefined,
    })),
    SINCE,
    (id) => RINGS.indexOf(String(id)),
  )

describe('ringChange', () => {
  it('compares the present ring with the ring before the period', () => {
    expect(changeOf(['hold', '2020-01-01'], ['trial', '2026-05-01'])).toBe('in')
    expect(changeOf(['adopt', '2020-01-01'], ['trial', '2026-06-01'])).toBe('out')
    expect(changeOf(['trial', '2026-05-01'])).toBe('new')
  })

  it('treats an entry that left review or ignore as moved in, as the list of moves does', () => {
    expect(changeOf(['review', '2020-01-01'], ['trial', '2026-06-01'])).toBe('in')
    expect(
      changeOf(['adopt', '2019-01-01'], ['ignore', '2020-01-01'], ['trial', '2026-06-01']),
    ).toBe('in')
  })

  it('marks no entry that is back in its ring or in none', () => {
    const back = [
      ['trial', '2020-01-01'],
      ['hold', '2026-05-02'],
      ['trial', '2026-05-03'],
    ] satisfies [string, string][]
    expect(changeOf(...back)).toBeUndefined()
    expect(changeOf(['trial', '2020-01-01'], ['ignore', '2026-06-01'])).toBeUndefined()
  })

  it('marks no move before the period or with an unreadable date', () => {
    expect(changeOf(['hold', '2020-01-01'], ['adopt', '2026-04-30 23:59:59'])).toBeUndefined()
    expect(changeOf(['hold'], ['adopt', 'soon'])).toBeUndefined()
    expect(ringChange([], SINCE, () => 0)).toBeUndefined()
  })
})

describe('defaultSince', () => {
  const radar = (...dates: string[]) => ({
    ...radarOf(0),
    entries: dates.map((date, i) => ({
      id: `e${i}`,
      title: 'a',
      timeline: [{ ringId: 'r0', date }],
    })),
  })
  const dayOf = (...dates: string[]) =>
    new Date(defaultSince(radarViewFor(radar(...dates))) ?? NaN).toISOString().slice(0, 10)

  it('is the day 90 days before the newest move', () => {
    expect(dayOf('2020-01-01', '2026-06-30 10:15:00')).toBe('2026-04-01')
  })

  it('is after the day of the first move', () => {
    expect(dayOf('2026-06-01 10:00:00', '2026-06-01 12:00:00')).toBe('2026-06-02')
    expect(dayOf('2026-06-01', '2026-06-20')).toBe('2026-06-02')
  })

  it('is absent without moves', () => {
    expect(defaultSince(radarViewFor(radar('soon')))).toBeUndefined()
  })
})
