import { describe, expect, it } from '@jest/globals'
import { legacy, shown } from './banners.fixture.ts'
import {
  addBanner,
  bannerAt,
  deleteBanner,
  replaceBanners,
  setVisibility,
  updateBanner,
} from './banners.ts'

describe('replaceBanners', () => {
  it('returns a list that was read as it was', () => {
    expect(replaceBanners([{ ...shown, ticket: 7 }])).toEqual([{ ...shown, ticket: 7 }])
  })

  it('gives an old record the fields of a new one and keeps its own', () => {
    expect(replaceBanners([legacy])).toEqual([
      { ...legacy, title: '', description: 'Old', type: 'info', pages: ['radar'], show: true },
    ])
  })
})

describe('addBanner', () => {
  it('appends, fills in what is optional and alters nothing else', () => {
    const added = addBanner([shown, legacy], { description: 'x', pages: ['radar'] })
    expect(added).toEqual([
      shown,
      legacy,
      { title: '', message: 'x', description: 'x', type: 'info', pages: ['radar'], show: true },
    ])
  })

  it('refuses one more than may be stored', () => {
    const full = Array.from({ length: 10_000 }, () => shown)
    expect(() => addBanner(full, { message: 'x', pages: ['a'] })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
    expect(addBanner(full.slice(1), { message: 'x', pages: ['a'] })).toHaveLength(10_000)
  })
})

const input = { message: 'New', pages: ['projects'] }
const written = { ...input, description: 'New' }

describe('updateBanner', () => {
  it('keeps the stored title, type and visibility when none is sent', () => {
    const hidden = { ...shown, show: false }
    expect(updateBanner([legacy, hidden], 1, { ...input, title: null })).toEqual([
      legacy,
      { ...hidden, ...written },
    ])
  })

  it('takes what is sent', () => {
    const sent = { ...input, title: '', type: 'error', show: false } as const
    expect(updateBanner([shown], 0, sent)).toEqual([{ ...sent, ...written }])
  })

  it('completes an old record and keeps the fields that it does not know', () => {
    expect(updateBanner([legacy], 0, input)).toEqual([
      { ...legacy, ...written, title: '', type: 'info', show: true },
    ])
  })

  it('refuses an index past the end', () => {
    expect(() => updateBanner([shown], 1, input)).toThrow('Banner index out of range')
  })
})

describe('setVisibility', () => {
  it('inverts the state when no visibility is given', () => {
    expect(setVisibility([shown, legacy], 0)).toEqual([{ ...shown, show: false }, legacy])
    expect(setVisibility([shown, legacy], 1)).toEqual([shown, { ...legacy, show: true }])
  })

  it('sets the state that is given', () => {
    expect(setVisibility([shown], 0, true)).toEqual([shown])
    expect(setVisibility([shown], 0, false)).toEqual([{ ...shown, show: false }])
  })

  it('refuses another banner than the guard says', () => {
    expect(() => setVisibility([shown], 0, false, { message: 'Old' })).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    )
  })
})

describe('deleteBanner', () => {
  it('removes one banner and moves later ones up', () => {
    expect(deleteBanner([shown, legacy, shown], 1)).toEqual([shown, shown])
  })

  it('removes nothing when the index or the guard does not fit', () => {
    expect(() => deleteBanner([shown], -1)).toThrow('Banner index out of range')
    expect(() => deleteBanner([shown], 0, { title: 'Two' })).toThrow('Banner has changed')
  })
})

describe('bannerAt', () => {
  it.each([
    ['no guard', shown, {}],
    ['message and title', shown, { message: 'First', title: 'One' }],
    ['the text of a record that has only a description', { description: 'x' }, { message: 'x' }],
    ['an empty title for a record without one', legacy, { title: '' }],
    ['nothing for a record without fields', {}, { message: '', title: '' }],
  ])('finds a banner by %s', (_name, banner, guard) => {
    expect(bannerAt([banner], 0, guard)).toBe(banner)
  })

  it.each([[{ message: 'first' }], [{ title: '' }], [{ message: 'First', title: null }]])(
    'refuses a guard that does not fit: %j',
    (guard) => {
      expect(() => bannerAt([shown], 0, guard)).toThrow(
        expect.objectContaining({ code: 'conflict', message: 'Banner has changed' }),
      )
    },
  )

  it.each([-1, 1, 1e300])('refuses index %d of one banner', (index) => {
    expect(() => bannerAt([shown], index)).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: 'Banner index out of range' }),
    )
  })
})
