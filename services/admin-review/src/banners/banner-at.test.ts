import { describe, expect, it } from '@jest/globals'
import { bannerAt } from './banner-at.ts'
import { legacy, shown } from './banners.fixture.ts'

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
