import { describe, expect, it } from '@jest/globals'
import { slugOf, uniqueSlugs } from './slug.ts'

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

describe('uniqueSlugs', () => {
  it('numbers repeated slugs and names those without letters', () => {
    expect(uniqueSlugs(['C sharp', 'C#', '★'])).toEqual(['c-sharp', 'c-sharp-2', 'technology'])
  })
})
