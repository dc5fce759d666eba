import { describe, expect, it } from '@jest/globals'
import { bannerContentId as idOf } from '@landscape/contracts/banners'
import { indexOf } from './address.ts'
import { legacy, shown } from './banners.fixture.ts'

describe('indexOf', () => {
  it.each([
    ['an index', shown, { index: 0 }],
    ['its derived id', shown, { id: idOf(shown) }],
    ['its stored id', { ...shown, id: 'mine' }, { id: 'mine' }],
    ['id and index', shown, { id: idOf(shown), index: 0 }],
    ['id, message and title', shown, { id: idOf(shown), message: 'First', title: 'One' }],
    ['index, message and title', shown, { index: 0, message: 'First', title: 'One' }],
    [
      'the description of a record without a message',
      { description: 'x' },
      { index: 0, message: 'x' },
    ],
    ['an empty title for a record without one', legacy, { index: 0, title: '' }],
    ['empty strings for a record without fields', {}, { index: 0, message: '', title: '' }],
    ['an index if it is not an object', null, { index: 0 }],
  ])('finds a banner by %s', (_name, banner, address) => {
    expect(indexOf([banner], address)).toBe(0)
  })

  it.each([
    [{ index: 0, message: 'first' }],
    [{ index: 0, title: '' }],
    [{ index: 0, message: 'First', title: null }],
    [{ id: idOf(shown), title: 'Two' }],
    [{ id: idOf(shown), index: 1 }],
    [{ id: idOf(shown), index: 2 }],
    [{ id: 'gone', index: 0 }],
  ])('rejects an address that contradicts the stored banner: %j', (address) => {
    expect(() => indexOf([shown, legacy], address)).toThrow(
      expect.objectContaining({ code: 'conflict', message: 'Banner has changed' }),
    )
  })

  it.each([-1, 1, 1e300])('rejects index %d of one banner', (index) => {
    expect(() => indexOf([shown], { index })).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: 'Banner index out of range' }),
    )
  })

  it('rejects an unknown id', () => {
    expect(() => indexOf([shown, null], { id: 'gone' })).toThrow(
      expect.objectContaining({ code: 'not-found', message: 'Banner not found' }),
    )
  })

  it.each([{ pages: ['other'] }, { type: 'info' }, { endsAt: '2030-01-01T00:00:00Z' }])(
    'rejects a banner that differs from the address: %j',
    (expected) => {
      expect(() => indexOf([shown], { index: 0, ...expected })).toThrow('Banner has changed')
      const { type, pages } = shown
      expect(indexOf([shown], { index: 0, type, pages, endsAt: null })).toBe(0)
    },
  )
})
