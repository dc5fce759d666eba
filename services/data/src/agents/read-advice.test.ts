import { describe, expect, it } from '@jest/globals'
import { atOnce } from '@landscape/contracts/async/in-slices'
import { joinLandscape, NO_DOCUMENTS } from '../join/join-landscape.ts'
import { createAdviceReader } from './read-advice.ts'

describe('createAdviceReader', () => {
  it('looks for names that resemble unknown ones in several turns of the event loop', async () => {
    let turn = 0
    const next = () => {
      turn++
      immediate = setImmediate(next)
    }
    let immediate = setImmediate(next)
    const landscape = atOnce(joinLandscape(NO_DOCUMENTS))
    const turns: number[] = []
    const { build } = await createAdviceReader({
      readLandscape: async () => ({
        directorate: landscape.directorate,
        etag: '',
        staleSeconds: undefined,
        load: async () => ({ landscape, joined: landscape }),
      }),
      async similarNames() {
        turns.push(turn)
        // Longer than a slice.
        const end = performance.now() + 10
        while (performance.now() < end);
        return []
      },
    })(['one', 'two', 'three'], undefined)
    await build()
    clearImmediate(immediate)
    expect(turns).toHaveLength(3)
    expect(new Set(turns).size).toBe(3)
  })
})
