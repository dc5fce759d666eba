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
})

function slugsOf(names: readonly string[]): string[] {
  const work = uniqueSlugs(names)
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

describe('uniqueSlugs', () => {
  it('numbers repeated slugs and names those without letters', () => {
    expect(slugsOf(['C sharp', 'C#', '★'])).toEqual(['c-sharp', 'c-sharp-2', 'technology'])
  })

  it('keeps a name that looks like a numbered slug', () => {
    expect(slugsOf(['a 2', 'a', 'A', 'a?'])).toEqual(['a-2', 'a', 'a-3', 'a-4'])
  })

  it('compares each slug with a few others, however many are equal', () => {
    const compared = jest.spyOn(Set.prototype, 'has')
    slugsOf(Array(1_000).fill('★'))
    const calls = compared.mock.calls.length
    compared.mockRestore()
    expect(calls).toBeLessThan(2_100)
  })
})
