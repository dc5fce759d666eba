import { describe, expect, it } from '@jest/globals'
import { bannerContentId, bannerIds, withBannerIds } from './banners.ts'

const a = { message: 'A', pages: ['radar'], show: true }
const b = { message: 'B', pages: ['radar'], show: true }
const idOf = bannerContentId

describe('bannerIds', () => {
  it('returns stored ids', () => {
    expect(bannerIds([{ ...a, id: 'one' }, { id: 'two' }])).toEqual(['one', 'two'])
  })

  it('gives a banner without an id twelve hexadecimal digits of its content hash', () => {
    const ids = bannerIds([a, { ...b, id: null }, { ...b, message: 'C', id: '' }])
    expect(ids).toEqual([idOf(a), idOf(b), idOf({ ...b, message: 'C' })])
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/)
  })

  it('keeps the content id when visibility, index or member order changes', () => {
    const reordered = { show: false, pages: ['radar'], message: 'A' }
    expect(bannerIds([b, reordered])).toEqual([idOf(b), bannerIds([a])[0]])
  })

  it('gives equal banners different ids', () => {
    expect(bannerIds([a, b, a, { ...a, show: false }])).toEqual([
      idOf(a),
      idOf(b),
      `${idOf(a)}-2`,
      `${idOf(a)}-3`,
    ])
  })

  it('does not give the stored id of a later banner', () => {
    expect(bannerIds([a, { ...b, id: idOf(a) }])).toEqual([`${idOf(a)}-2`, idOf(a)])
  })

  it('gives a new id to the second banner with the same stored id', () => {
    expect(
      bannerIds([
        { ...a, id: 'x' },
        { ...b, id: 'x' },
      ]),
    ).toEqual(['x', idOf(b)])
  })

  it('gives no id to malformed elements or banners with an id of another type', () => {
    expect(bannerIds([null, 'text', 7, [a], { ...a, id: 7 }])).toEqual(Array(5).fill(undefined))
  })
})

describe('withBannerIds', () => {
  it('adds missing ids and changes nothing else', () => {
    const stored = { ...b, id: 'mine' }
    const malformed = [null, 'text', { ...a, id: 7 }]
    expect(withBannerIds([a, stored, ...malformed])).toEqual([
      { ...a, id: idOf(a) },
      stored,
      ...malformed,
    ])
  })
})
