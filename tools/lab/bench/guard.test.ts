import { describe, expect, it } from '@jest/globals'
import { verdictOf } from './guard.ts'

describe('verdictOf', () => {
  it.each([
    ['met', [0.9, 1.1, 1.1, 1.15, 1.3, 1.4, 1.5]],
    ['slower', [0.9, 1.1, 1.1, 1.16, 1.3, 1.4, 1.5]],
    ['undecided', [0.8, 0.9, 1, 1.16, 1.3, 1.4, 1.5]],
    ['slower', [Number.NaN]],
  ])('is %s for the ratios %j', (verdict, ratios) => {
    expect(verdictOf(ratios, 0)).toBe(verdict)
  })

  it('is failed when a read failed, whatever the ratios', () => {
    expect(verdictOf([0.5], 1)).toBe('failed')
  })
})
