import { describe, expect, it } from '@jest/globals'
import { elementsOf } from '../../test/svg-elements.ts'
import { languagesPicture } from './languages-picture.ts'

const using = (counts: Record<string, number>) =>
  languagesPicture({
    stats: {
      total_repos: 1_200,
      total_private_repos: 0,
      total_public_repos: 0,
      total_internal_repos: 0,
    },
    language_statistics: Object.fromEntries(
      Object.entries(counts).map(([name, repo_count]) => [
        name,
        { repo_count, average_percentage: 50, total_size: 1 },
      ]),
    ),
  })
const barsIn = (picture: string) =>
  elementsOf(picture)
    .filter(({ attributes }) => attributes['class'] === 'main')
    .map(({ attributes }) => Number(attributes['width']))

describe('languagesPicture', () => {
  it('draws a bar for each language, proportional to its number, in descending order', () => {
    const picture = using({ Go: 50, Python: 100, Zig: 1 })
    const [first = 0, second = 0, third = 0] = barsIn(picture)
    expect(second).toBeCloseTo(first / 2, 0)
    expect(third).toBeGreaterThanOrEqual(1)
    const description = elementsOf(picture).find(({ name }) => name === 'desc')?.text
    expect(description).toBe(
      'Languages by how many of 1,200 repositories use them: Python 100, Go 50, Zig 1.',
    )
  })

  it('draws the 20 most used languages', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`L${i}`, i + 1]))
    const picture = using(many)
    expect(barsIn(picture)).toHaveLength(20)
    expect(picture).toContain('The 20 most used of 40 languages')
  })

  it('has room for long names of languages', () => {
    const labels = elementsOf(using({ 'Jupyter Notebook': 2 })).map(({ text }) => text)
    expect(labels).toContain('Jupyter Notebook')
  })

  it('escapes names and states that no language is known', () => {
    expect(elementsOf(using({ '<script>': 1, ['x'.repeat(500)]: 2 }))).toHaveLength(13)
    expect(using({})).toContain('No language of any repository is known.')
  })
})
