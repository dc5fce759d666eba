import { describe, expect, it } from '@jest/globals'
import { bannerContentId, bannerIds, withBannerIds } from './banners.ts'

const a = { message: 'A', pages: ['radar'], show: true }
const b = { message: 'B', pages: ['radar'], show: true }
const idOf = bannerContentId

describe('bannerIds', () => {
  it('takes the ids that are stored', () => {
    expect(bannerIds([{ ...a, id: 'one' }, { id: 'two' }])).toEqual(['one', 'two'])
  })

  it('gives banners without one an id of their content: twelve hexadecimal digits', () => {
    const ids = bannerIds([a, { ...b, id: null }, { ...b, message: 'C', id: '' }])
    expect(ids).toEqual([idOf(a), idOf(b), idOf({ ...b, message: 'C' })])
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/)
  })

  it('keeps that id when the banner is shown or hidden, moves, or its fields stand in another order', () => {
    const reordered = { show: false, pages: ['radar'], message: 'A' }
    expect(bannerIds([b, reordered])).toEqual([idOf(b), bannerIds([a])[0]])
  })

  it('tells equal banners apart by their occurrence', () => {
    expect(bannerIds([a, b, a, { ...a, show: false }])).toEqual([
      idOf(a),
      idOf(b),
      `${idOf(a)}-2`,
      `${idOf(a)}-3`,
    ])
  })

  it('gives no id that a later banner has stored', () => {
    expect(bannerIds([a, { ...b, id: idOf(a) }])).toEqual([`${idOf(a)}-2`, idOf(a)])
  })

  it('gives the second of two banners that were stored with one id another', () => {
    expect(
      bannerIds([
        { ...a, id: 'x' },
        { ...b, id: 'x' },
      ]),
    ).toEqual(['x', idOf(b)])
  })

  it('gives none to what is no banner, nor to one whose id is no text', () => {
    expect(bannerIds([null, 'text', 7, [a], { ...a, id: 7 }])).toEqual(Array(5).fill(undefined))
  })
})

describe('withBannerIds', () => {
  it('adds the ids that are missing and leaves everything else alone', () => {
    const stored = { ...b, id: 'mine' }
    const odd = [null, 'text', { ...a, id: 7 }]
    expect(withBannerIds([a, stored, ...odd])).toEqual([{ ...a, id: idOf(a) }, stored, ...odd])
  })
})
