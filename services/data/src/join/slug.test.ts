import { describe, expect, it, jest } from '@jest/globals'
import type { Slug } from '@landscape/contracts/admit'
import { uniqueSlugs } from './slug.ts'

function slugsOf(wanted: readonly string[]): string[] {
  const work = uniqueSlugs(wanted as Slug[])
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

describe('uniqueSlugs', () => {
  it('numbers repeated slugs', () => {
    expect(slugsOf(['c-sharp', 'c-sharp', 'go'])).toEqual(['c-sharp', 'c-sharp-2', 'go'])
  })

  it('keeps a slug that looks numbered', () => {
    expect(slugsOf(['a-2', 'a', 'a', 'a'])).toEqual(['a-2', 'a', 'a-3', 'a-4'])
  })

  it('compares each slug with a few others, however many are equal', () => {
    const compared = jest.spyOn(Set.prototype, 'has')
    slugsOf(Array(1_000).fill('a'))
    const calls = compared.mock.calls.length
    compared.mockRestore()
    expect(calls).toBeLessThan(2_100)
  })
})
