import { describe, expect, it } from '@jest/globals'
import { buoy, harbour, tide } from './repositories.fixture.ts'
import { createRepositoryIndex } from './repository-index.ts'

const now = Date.parse('2025-11-26T00:00:00Z')
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const namesakes = [{ ...tide, name: 'HARBOUR-API' }, buoy, harbour, { name: null }, {}]
const fleet = await createRepositoryIndex({ repositories: namesakes }, now)

describe('named', () => {
  it('finds every repository with the name in any case, in stored order', () => {
    const found = fleet.named(['harbour-api', 'nowhere', 'Buoy', 'buoy'], {})
    expect(found.repositories).toEqual(namesakes.slice(0, 3))
    expect(found.repositories[2]).toBe(harbour)
    expect(found.found_repos).toEqual(['HARBOUR-API', 'buoy', 'harbour-api'])
    expect(found.stats.total_repos).toBe(3)
    expect(Object.keys(found.language_statistics)).toEqual(['Python', 'TypeScript', 'Shell'])
  })

  it('does not find what a filter removes', () => {
    const names = ['harbour-api', 'buoy']
    expect(fleet.named(names, { archived: true }).found_repos).toEqual(['HARBOUR-API'])
    const recent = fleet.named(names, { since: day('2025-01-01') })
    expect(recent.found_repos).toEqual(['harbour-api'])
    expect(recent.stats.total_public_repos).toBe(1)
  })

  it('finds nothing under names that nobody has', () => {
    for (const names of [[], ['null'], ['undefined'], ['__proto__'], ['constructor'], ['']]) {
      expect(fleet.named(names, {}).repositories).toEqual([])
    }
    expect(fleet.named([], {}).language_statistics).toEqual({})
  })
})
