import { describe, expect, it, jest } from '@jest/globals'
import { slugOf } from '@landscape/contracts/slug'
import { uniqueSlugs } from './slug.ts'

describe('slugOf', () => {
  it.each([
    ['Angular', 'angular'],
    ['GitHub Actions', 'github-actions'],
    ['C++', 'c-plus-plus'],
    ['C#', 'c-sharp'],
    ['.NET', 'dot-net'],
    ['Node.js', 'nodejs'],
    ['CI/CD', 'ci-cd'],
    ['R&D', 'r-and-d'],
    ['Python 3.1', 'python-3-1'],
  ])('writes %s as %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('cuts a long name between characters, so that addresses can contain it', () => {
    expect(slugOf(`a${'\u{20000}'.repeat(60)}`)).toBe(`a${'\u{20000}'.repeat(49)}`)
  })
})

function slugsOf(wanted: readonly string[]): string[] {
  const work = uniqueSlugs(wanted)
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
