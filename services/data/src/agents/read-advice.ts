import type { ReadLandscape } from '../join/read-landscape.ts'
import { lookAlikesIn } from '../names/look-alike-index.ts'
import { advise } from './advise.ts'

export type ReadAdvice = ReturnType<typeof createAdviceReader>

/** Creates the function that reads the version of the advice on names. */
export function createAdviceReader(readLandscape: ReadLandscape) {
  return async (names: readonly string[], directorate: string | undefined) => {
    const version = await readLandscape(directorate)
    const build = async () => {
      const { landscape } = await version.load()
      return advise(names, landscape, await lookAlikesIn(landscape))
    }
    return { version, build }
  }
}
