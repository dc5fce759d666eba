import { atOnce } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { joinLandscape } from '../join/join-landscape.ts'
import { assertNamed } from './legal-values.ts'

const landscape = atOnce(
  joinLandscape(
    {
      projects: {
        projects: Array.from({ length: 600 }, (_, i) => ({ details: [{ name: `Pier ${i}` }] })),
      },
      radar: { title: '', quadrants: [], rings: [], entries: [] },
      repositories: { repositories: [] },
      names: [],
      lists: {},
      directorates: [],
    },
    0,
  ),
)

/** Steps until an unknown name is rejected; `inSlices` serves requests between them. */
function stepsOf(project: string): number {
  const check = assertNamed(landscape, { project })
  let steps = 0
  try {
    while (!check.next().done) steps++
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-input' })
  }
  return steps
}

describe('assertNamed', () => {
  it('compares an unknown name with one name in each step', () => {
    expect(stepsOf('Peer 600')).toBe(600)
  })

  it('compares a known name with none', () => {
    expect(stepsOf('Pier 7')).toBe(0)
  })
})
