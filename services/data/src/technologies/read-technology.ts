import { admitName } from '@landscape/contracts/admit'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { lookAlikesIn } from '../names/look-alike-index.ts'
import { lookAlikeRows } from '../names/look-alike-row.ts'
import { notFound, type SimilarNames } from '../reads/legal-values.ts'
import type { TechnologyDetails } from './reply.ts'
import { technologyDetails } from './technology.ts'

export interface TechnologySources {
  readLandscape: ReadLandscape
  similarNames: SimilarNames
}

export type ReadTechnology = ReturnType<typeof createTechnologyReader>

/** Creates the function that reads the version of one technology. */
export function createTechnologyReader({ readLandscape, similarNames }: TechnologySources) {
  return async (slug: string, directorate: string | undefined) => {
    const version = await readLandscape(directorate)
    const build = async (isSignedIn: boolean): Promise<TechnologyDetails> => {
      const view = await version.load()
      const lookAlikes = await lookAlikesIn(view.landscape)
      const technology = view.landscape.find(slug)
      if (!technology) {
        const similar = await similarNames(view, slug, 'technology')
        throw notFound('technology', similar, {
          lookAlikes: lookAlikeRows(lookAlikes(admitName(slug))),
        })
      }
      return technologyDetails(technology, slug, { lookAlikes, isSignedIn })
    }
    return { version, build }
  }
}
