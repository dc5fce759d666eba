import { describe, expect, it } from '@jest/globals'
import { addBanner } from './add-banner.ts'
import { legacy, shown } from './banners.fixture.ts'

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
