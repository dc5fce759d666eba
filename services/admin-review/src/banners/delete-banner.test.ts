import { describe, expect, it } from '@jest/globals'
import { legacy, shown } from './banners.fixture.ts'
import { deleteBanner } from './delete-banner.ts'

describe('deleteBanner', () => {
  it('removes one banner and moves later ones up', () => {
    expect(deleteBanner([shown, legacy, shown], 1)).toEqual([shown, shown])
  })

  it('removes nothing when the index or the guard does not fit', () => {
    expect(() => deleteBanner([shown], -1)).toThrow('Banner index out of range')
    expect(() => deleteBanner([shown], 0, { title: 'Two' })).toThrow('Banner has changed')
  })
})
