import { describe, expect, it } from '@jest/globals'
import { legacy, shown } from './banners.fixture.ts'
import { setVisibility } from './set-visibility.ts'

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
