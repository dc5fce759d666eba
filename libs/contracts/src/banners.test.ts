import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import {
  bannerContentId,
  bannerOf,
  bannerState,
  bannerTimesPassed,
  withBannerIds,
} from './banners.ts'
import { isRecord, type JsonRecord } from './json.ts'

const a = { message: 'A', pages: ['radar'], show: true }
const b = { message: 'B', pages: ['radar'], show: true }
const idOf = bannerContentId
const ids = (list: unknown[]) =>
  withBannerIds(list).map((banner) => (isRecord(banner) ? banner['id'] : undefined))

describe('bannerOf', () => {
  it.each([
    [a, 'A'],
    [{ description: 'B' }, 'B'],
    [{ message: '', description: 'B' }, 'B'],
    [{ message: 'A', description: 'B', type: 7, startsAt: 'soon' }, 'A'],
  ])('reads the message of %j', (raw, text) => {
    expect(bannerOf(raw)).toMatchObject({ isOpaque: false, raw, text })
  })

  it.each([[null], ['text'], [7], [[a]], [{}], [{ title: 'A' }], [{ message: 7 }]])(
    'returns %j as opaque',
    (raw) => {
      expect(bannerOf(raw)).toEqual({ isOpaque: true, raw })
    },
  )
})

describe('withBannerIds', () => {
  it('returns the same list when every banner has an id', () => {
    const list = [{ ...a, id: 'one' }, { id: 7 }, null, { ...b, id: 'two' }]
    expect(withBannerIds(list)).toBe(list)
  })

  it('adds missing ids and changes nothing else', () => {
    const stored = { ...b, id: 'mine' }
    expect(withBannerIds([a, stored, null, {}])).toEqual([{ ...a, id: idOf(a) }, stored, null, {}])
  })

  it('gives a banner without an id twelve hexadecimal digits of its content hash', () => {
    const list = [
      a,
      { ...b, id: null },
      { ...b, message: 'C', id: '' },
      { ...b, message: 'D', id: 7 },
    ]
    expect(ids(list)).toEqual(list.map(idOf))
    for (const id of ids(list)) expect(id).toMatch(/^[0-9a-f]{12}$/)
  })

  it('keeps the content id when visibility, index or member order changes', () => {
    const reordered = { show: false, pages: ['radar'], message: 'A' }
    expect(ids([b, reordered])).toEqual([idOf(b), idOf(a)])
  })

  it('gives equal banners different ids', () => {
    const list = [a, b, a, { ...a, show: false }]
    expect(ids(list)).toEqual([idOf(a), idOf(b), `${idOf(a)}-2`, `${idOf(a)}-3`])
  })

  it('does not give the stored id of a later banner', () => {
    expect(ids([a, { ...b, id: idOf(a) }])).toEqual([`${idOf(a)}-2`, idOf(a)])
  })

  it('gives a new id to the second banner with the same stored id', () => {
    const list = [
      { ...a, id: 'x' },
      { ...b, id: 'x' },
    ]
    expect(ids(list)).toEqual(['x', idOf(b)])
  })

  it('returns unique ids that a second call keeps', () => {
    const Banner = fc.record(
      { message: fc.constantFrom('a', 'b', ''), id: fc.constantFrom('x', 'y', null, 7) },
      { requiredKeys: ['message'] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(Banner, fc.constant(null))), (list: unknown[]) => {
        const complete = withBannerIds(list)
        const known = complete.map(bannerOf).flatMap((one) => (one.isOpaque ? [] : [one.id]))
        expect(new Set(known).size).toBe(known.length)
        expect(known).not.toContain('')
        expect(withBannerIds(complete)).toBe(complete)
      }),
    )
  })
})

const NOW = Date.parse('2026-06-01T12:00:00Z')
const before = '2026-06-01T11:59:59.999Z'
const after = '2026-06-01T12:00:00.001Z'
const stateOf = (banner: JsonRecord) => {
  const read = bannerOf({ message: 'x', ...banner })
  return read.isOpaque ? undefined : bannerState(read, NOW)
}

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
    expect(stateOf(banner)).toBe(state)
  })
})

describe('bannerTimesPassed', () => {
  it('counts the starts and ends that have passed', () => {
    const times = [{ startsAt: before, endsAt: after }, { endsAt: before }, { startsAt: 'x' }]
    const list = [...times.map((one) => ({ message: 'x', ...one })), null, { startsAt: before }]
    const counts = [NOW - 2, NOW - 1, NOW, NOW + 1].map((now) => bannerTimesPassed(list, now))
    expect(counts).toEqual([0, 2, 2, 3])
  })
})
