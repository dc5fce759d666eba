import { admitName, type Name } from '@landscape/contracts/admit'
import { inSlices } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { joinLandscape } from '../join/join-landscape.ts'
import { createLookAlikeIndex } from './look-alike-index.ts'
import { createComparison } from './name-forms.ts'

/** Technologies of one project, of which some are on the radar. */
async function indexOf(names: readonly string[], onRadar: readonly string[] = []) {
  const entries = onRadar.map((title) => ({
    id: title,
    title,
    quadrant: '1',
    timeline: [{ ringId: 'adopt', date: '2024-01-01' }],
  }))
  const { technologies } = await inSlices(
    joinLandscape({
      projects: { projects: [{ architecture: { languages: { main: names } } }] },
      radar: { title: '', quadrants: [], rings: [], entries },
      repositories: { repositories: [] },
      lists: {},
      directorates: [],
      names: [],
    }),
  )
  const find = await inSlices(createLookAlikeIndex(technologies))
  return { index: (name: string) => find(admitName(name)), technologies }
}

const names = (found: readonly { technology: { name: string } }[]) =>
  found.map(({ technology }) => technology.name)

describe('createLookAlikeIndex', () => {
  it.each([
    ['Postgres', 'PostgreSQL', 'the names differ only by a suffix'],
    ['reactjs', 'React', 'the names differ only by a suffix'],
    ['Vue.js', 'Vue', 'the names differ only by a suffix'],
    ['apache kafka', 'Kafka', 'the names differ only by a vendor'],
    ['Kafka', 'Apache Kafka', 'the names differ only by a vendor'],
    ['Kuberntes', 'Kubernetes', 'they differ by one letter'],
    ['Kubernetos', 'Kubernetes', 'they differ by one letter'],
    ['Python 3.11', 'Python', 'the names differ only by a version'],
  ])('finds for %s the technology %s, with the reason', async (name, other, why) => {
    const { index } = await indexOf([other, 'Redis'])
    expect(index(name)).toMatchObject([{ technology: { name: other }, why }])
  })

  it.each(['Redis', 'Java', 'x'.repeat(200)])('finds nothing for %s itself', async (name) => {
    const { index } = await indexOf(['Redis', 'JavaScript', 'x'.repeat(200)])
    expect(index(name)).toEqual([])
  })

  it('returns the technologies on the radar first', async () => {
    const { index } = await indexOf(['Python 1', 'Python 2'], ['Python 3'])
    expect(names(index('Python'))).toEqual(['Python 3', 'Python 1', 'Python 2'])
  })

  it('finds the same as a comparison with each name', async () => {
    const word = fc.constantFrom(
      'Quays',
      'Quay',
      'Quayz',
      'Quaxs',
      'Quays JS',
      'AWS Quays',
      'Quays 2',
    )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word), word, async (all, name) => {
        const { index, technologies } = await indexOf(all)
        const compare = createComparison(admitName(name) as Name)
        const expected = technologies.filter((one) => compare(one.name) !== undefined)
        expect(new Set(names(index(name)))).toEqual(new Set(expected.map((one) => one.name)))
      }),
      { numRuns: 100, seed: 4 },
    )
  })

  it('compares a bounded number of the names that share a form', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) => `aaaa${String.fromCodePoint(0x4e00 + i)}`)
    const { index } = await indexOf(many)
    expect(index('aaaab').length).toBeGreaterThan(0)
    expect(index('aaaab').length).toBeLessThanOrEqual(50)
  })
})
