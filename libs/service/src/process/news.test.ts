import { describe, expect, it } from '@jest/globals'
import { createNews } from './news.ts'

describe('createNews', () => {
  it('tells another state than was told last, once', () => {
    const isNews = createNews('well')
    expect(['well', 'ill', 'ill'].map(isNews)).toEqual([false, true, false])
  })

  it('tells nothing within half a minute of what it told, and then how it is', () => {
    let now = 1_000
    const isNews = createNews('well', undefined, () => now)
    expect(isNews('ill')).toBe(true)
    now += 29_999
    expect(isNews('well')).toBe(false)
    now += 1
    expect(['ill', 'well'].map(isNews)).toEqual([false, true])
  })

  it('tells nothing in the first half minute of what has only begun', () => {
    let now = 1_000
    const isNews = createNews('well', now, () => now)
    now += 29_999
    expect(isNews('ill')).toBe(false)
    now += 1
    expect(isNews('ill')).toBe(true)
  })
})
