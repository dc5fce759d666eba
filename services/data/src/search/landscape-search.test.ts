import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inSlices } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { joinLandscape } from '../join/join-landscape.ts'
import { createLandscapeSearch } from './landscape-search.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const joinProject = (name: string) =>
  inSlices(
    joinLandscape({
      projects: { projects: [{ details: [{ name }] }] },
      radar: { title: '', quadrants: [], rings: [], entries: [] },
      repositories: { repositories: [] },
      lists: {},
      directorates: [],
      names: [],
    }),
  )

describe('createLandscapeSearch', () => {
  it('lets a searched landscape be garbage-collected before the next search', async () => {
    const { search } = createLandscapeSearch()
    const searched = async () => {
      const joined = await joinProject('Harbour Berths')
      const options = { limit: 10, isSignedIn: false }
      const { results } = await search({ landscape: joined, joined }, 'berths', options)
      expect(results).toHaveLength(1)
      return new WeakRef(joined)
    }
    const landscape = await searched()
    // A weak reference is strong until the job that created it ends.
    await new Promise(setImmediate)
    collectGarbage()
    expect(landscape.deref()).toBeUndefined()
  })
})
