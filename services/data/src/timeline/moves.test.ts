import { directoratesFrom } from '@landscape/contracts/directorates'
import { describe, expect, it } from '@jest/globals'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { lastMoment, movesOf } from './moves.ts'
import { radarViewFor } from './radar-view.ts'

const at = (ringId: string, date: unknown, description = '') => ({
  moved: 0,
  ringId,
  date,
  description,
})
const entry = (id: string, ...timeline: unknown[]) => ({
  id,
  title: id.toUpperCase(),
  quadrant: '1',
  timeline,
})
const radar = (...entries: unknown[]): RadarDocument => ({
  title: 'Acme Radar',
  quadrants: [],
  rings: [],
  entries,
})
const shown = (document: RadarDocument, period = {}) =>
  movesOf(radarViewFor(document), period).map(
    ({ id, from, to, date }) => `${date} ${id}: ${from} → ${to}`,
  )

describe('movesOf', () => {
  it('returns added and moved entries, newest first', () => {
    const moved = { ...at('trial', '2026-03-01 09:30:00', 'Works'), author: 'kim@acme.example' }
    const zig = entry('zig', at('assess', '2026-01-10', 'New'), moved)
    const go = entry('go', at('adopt', '2026-02-01'))
    expect(movesOf(radarViewFor(radar(zig, go)))).toEqual([
      {
        id: 'zig',
        title: 'ZIG',
        quadrant: '1',
        from: 'assess',
        to: 'trial',
        date: '2026-03-01',
        description: 'Works',
        directorate: { id: 0, name: 'Default' },
        instant: Date.parse('2026-03-01T09:30:00Z'),
        previous: 'assess',
      },
      expect.objectContaining({ id: 'go', from: null, to: 'adopt', date: '2026-02-01' }),
      expect.objectContaining({ id: 'zig', from: null, to: 'assess', date: '2026-01-10' }),
    ])
  })

  it('returns the moves between positions of one directorate', () => {
    const owned = { ...at('hold', '2026-02-01'), directorate: 1 }
    const zig = entry('zig', at('assess', '2026-01-10'), owned, at('trial', '2026-03-01'))
    const directorates = directoratesFrom([
      { id: 0, name: 'Coast' },
      { id: 1, name: 'Harbour' },
    ])
    const rings = (wanted: number) =>
      movesOf(radarViewFor(radar(zig), directorates, directorates.find(wanted))).map(
        ({ from, to, directorate, previous }) => [from, to, directorate.name, previous],
      )
    expect(rings(0)).toEqual([
      ['assess', 'trial', 'Coast', 'hold'],
      [null, 'assess', 'Coast', null],
    ])
    expect(rings(1)).toEqual([
      ['assess', 'hold', 'Harbour', 'assess'],
      [null, 'assess', 'Coast', null],
    ])
  })

  it('ignores a position in the same ring', () => {
    const stays = entry('a', at('hold', '2024'), at('hold', '2025'), at('trial', '2026-05-01'))
    expect(shown(radar(stays))).toEqual(['2026-05-01 a: hold → trial', '2024-01-01 a: null → hold'])
  })

  it('returns two moves of one day in reverse order of the timeline', () => {
    const quick = entry('a', at('assess', '2026-01-01'), at('trial', '2026-01-01'))
    expect(shown(radar(quick))).toEqual([
      '2026-01-01 a: assess → trial',
      '2026-01-01 a: null → assess',
    ])
  })

  it('returns the moves of a period, inclusive', () => {
    const [day, next] = [Date.parse('2026-01-02'), Date.parse('2026-01-03')]
    const document = radar(
      entry('a', at('x', '2026-01-01'), at('y', '2026-01-02'), at('z', '2026-01-03')),
    )
    expect(shown(document, { since: day, until: next })).toHaveLength(2)
    expect(shown(document, { since: day, until: next - 1 })).toEqual(['2026-01-02 a: x → y'])
    expect(shown(document, { until: day - 1 })).toEqual(['2026-01-01 a: null → x'])
  })

  it('omits malformed moves and keeps the ring before them', () => {
    const malformed = [
      null,
      'text',
      { id: 7, timeline: [at('adopt', '2026-01-01')] },
      { id: 'none' },
      { id: 'untitled', timeline: [at('adopt', '2026-01-01')] },
      { id: 'no list', title: 'no list', timeline: 'adopt' },
      entry(
        'a',
        null,
        at('assess', 'long ago'),
        { ringId: 7, date: '2026-01-01' },
        at('trial', '2026-01-02'),
      ),
      { id: 'bare', title: 'bare', timeline: [{ ringId: 'hold', date: '2025-01-01' }] },
    ]
    expect(movesOf(radarViewFor(radar(...malformed)))).toEqual([
      expect.objectContaining({ id: 'a', from: 'assess', to: 'trial' }),
      expect.objectContaining({ id: 'bare', title: 'bare', quadrant: null, description: '' }),
    ])
  })
})

describe('lastMoment', () => {
  it.each([
    ['2026-11-21', '2026-11-21T23:59:59.999Z'],
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026', '2026-01-01T00:00:00.000Z'],
  ])('returns the last millisecond of %s: %s', (text, moment) => {
    expect(new Date(lastMoment(text) ?? NaN).toISOString()).toBe(moment)
  })
  it('returns undefined for other strings', () => {
    expect(lastMoment('yesterday')).toBeUndefined()
  })
})
