import { describe, expect, it } from '@jest/globals'
import { first, legacy } from './banners.fixture.ts'
import { indexOf } from './edits.ts'

describe('indexOf', () => {
  it.each([
    ['an index', first, { index: 0 }],
    ['its id', first, { id: 'one' }],
    ['id and index', first, { id: 'one', index: 0 }],
    ['id, message and title', first, { id: 'one', message: 'First', title: 'One' }],
    ['index, message and title', first, { index: 0, message: 'First', title: 'One' }],
    ['every field', first, { index: 0, type: 'warning', pages: ['radar'], endsAt: null }],
    ['the description, sent as message', { description: 'x' }, { index: 0, message: 'x' }],
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
    [{ index: 0, pages: ['other'] }],
    [{ index: 0, type: 'info' }],
    [{ index: 0, endsAt: '2030-01-01T00:00:00Z' }],
    [{ id: 'one', title: 'Two' }],
    [{ id: 'one', index: 1 }],
    [{ id: 'one', index: 2 }],
    [{ id: 'gone', index: 0 }],
  ])('rejects an address that contradicts the stored banner: %j', (address) => {
    expect(() => indexOf([first, legacy], address)).toThrow(
      expect.objectContaining({ code: 'conflict', message: 'Banner has changed' }),
    )
  })

  it.each([-1, 1, 1e300])('rejects index %d of one banner', (index) => {
    expect(() => indexOf([first], { index })).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: 'Banner index out of range' }),
    )
  })

  it.each([{ id: 'gone' }, { id: 'opaque' }])('rejects an unknown id: %j', (address) => {
    expect(() => indexOf([first, { id: 'opaque' }], address)).toThrow(
      expect.objectContaining({ code: 'not-found', message: 'Banner not found' }),
    )
  })
})
