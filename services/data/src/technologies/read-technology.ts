import { admitName } from '@landscape/contracts/admit'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { lookAlikesIn, type Resemblance } from '../names/look-alike-index.ts'
import { lookAlikeRows } from '../names/look-alike-row.ts'
import type { SimilarNames } from '../reads/legal-values.ts'
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
      const seen = await version.load()
      const lookAlikes = await lookAlikesIn(seen.landscape)
      const technology = seen.landscape.find(slug)
      if (!technology) {
        const similar = await similarNames(seen, slug, 'technology')
        throw notFound(similar, lookAlikes(admitName(slug)))
      }
      return technologyDetails(technology, slug, { lookAlikes, isSignedIn })
    }
    return { version, build }
  }
}

function notFound(similar: readonly string[], lookAlikes: readonly Resemblance[]): DomainError {
  const nearest = similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`
  return new DomainError('not-found', `No technology has this name${nearest}`, {
    extensions: { similar: [...similar], lookAlikes: lookAlikeRows(lookAlikes) },
  })
}
