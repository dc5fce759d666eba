import { inSlices } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { joinLandscape } from '../join/join-landscape.ts'
import { findLookAlikes } from './look-alikes.ts'

/** The technologies of projects, each with up to 300 names. */
async function technologiesOf(names: readonly string[]) {
  const { technologies, find } = await inSlices(
    joinLandscape({
      projects: { projects: projectsWith(names) },
      radar: { title: '', quadrants: [], rings: [], entries: [] },
      repositories: { repositories: [] },
      lists: {},
      directorates: [],
      names: [],
    }),
  )
  return { technologies, find }
}

function projectsWith(names: readonly string[]) {
  return Array.from({ length: Math.ceil(names.length / 300) }, (_, i) => ({
    architecture: { languages: { main: names.slice(300 * i, 300 * (i + 1)) } },
  }))
}

const groupsOf = async (names: readonly string[]) => {
  const { technologies } = await technologiesOf(names)
  return inSlices(findLookAlikes(technologies))
}
const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))

describe('findLookAlikes', () => {
  it('groups the names that share a form', async () => {
    const { groups, omitted } = await groupsOf(['Python 3.9', 'Python 3.11', 'Python', 'Go'])
    expect(groups.map(({ technologies }) => technologies.map(({ name }) => name))).toEqual([
      ['Python', 'Python 3.11', 'Python 3.9'],
    ])
    expect(groups[0]).toMatchObject({ omitted: 0, why: 'the names differ only by a version' })
    expect(omitted).toBe(0)
  })

  it('lists at most 20 names of a form, and counts the others', async () => {
    const names = Array.from({ length: 24 }, (_, i) => `quays${letters(i).at(-1)}x`)
    const { groups } = await groupsOf(names)
    expect(groups).toHaveLength(1)
    expect(groups[0]?.technologies).toHaveLength(20)
    expect(groups[0]?.omitted).toBe(4)
  })

  it('lists at most 500 groups, and counts the others', async () => {
    const names = Array.from({ length: 540 }, (_, i) => `quay ${letters(i)}${letters(i)}`)
    const { groups, omitted } = await groupsOf(names.flatMap((name) => [name, `${name} 2`]))
    expect(groups).toHaveLength(500)
    expect(omitted).toBeGreaterThan(10)
  })

  it('compares the 2,000 most used names, and counts the others', async () => {
    const names = Array.from({ length: 2_500 }, (_, i) => `name ${i}x`)
    expect((await groupsOf(names)).notCompared).toBe(500)
    expect((await groupsOf(names.slice(0, 2_000))).notCompared).toBe(0)
  })
})
