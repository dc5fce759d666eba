import { describe, expect, it } from '@jest/globals'
import { bannerState, bannerTimesPassed } from './banner-times.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const before = '2026-06-01T11:59:59.999Z'
const after = '2026-06-01T12:00:00.001Z'

describe('bannerState', () => {
  it.each([
    [{ show: true }, 'shown'],
    [{ show: true, startsAt: before }, 'shown'],
    [{ show: true, startsAt: '2026-06-01T14:00:00+02:00' }, 'shown'],
    [{ show: true, startsAt: after }, 'scheduled'],
    [{ show: true, startsAt: after, endsAt: '2027-01-01' }, 'scheduled'],
    [{ show: true, endsAt: after }, 'shown'],
    [{ show: true, endsAt: '2026-06-01T12:00:00Z' }, 'ended'],
    [{ show: true, startsAt: '2026-01-01', endsAt: before }, 'ended'],
    [{ show: false, startsAt: before, endsAt: after }, 'hidden'],
    [{ startsAt: before }, 'hidden'],
    [{ show: true, startsAt: 'soon', endsAt: 7 }, 'shown'],
    [{ show: true, startsAt: null, endsAt: null }, 'shown'],
  ])('takes %j for %s', (banner, state) => {
    expect(bannerState(banner, NOW)).toBe(state)
  })
})

describe('bannerTimesPassed', () => {
  it('counts the starts and ends that have passed, in frozen lists as in others', () => {
    const list = [{ startsAt: before, endsAt: after }, null, { endsAt: before }, { startsAt: 'x' }]
    for (const banners of [list, Object.freeze([...list])]) {
      const counts = [NOW - 2, NOW - 1, NOW, NOW + 1].map((now) => bannerTimesPassed(banners, now))
      expect(counts).toEqual([0, 2, 2, 3])
    }
  })
})
