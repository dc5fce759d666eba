import { describe, expect, it } from '@jest/globals'
import { legacy, shown } from './banners.fixture.ts'
import { replaceBanners } from './replace-banners.ts'

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
