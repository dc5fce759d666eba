import { admitName } from '@landscape/contracts/admit'
import { createBreaks } from '@landscape/contracts/async/in-slices'
import type { ReadLandscape, LandscapeView } from '../join/read-landscape.ts'
import { lookAlikesIn, type LookAlikeIndex } from '../names/look-alike-index.ts'
import type { SimilarNames } from '../reads/legal-values.ts'
import { advise } from './advise.ts'

export interface AdviceSources {
  readLandscape: ReadLandscape
  similarNames: SimilarNames
}

export type ReadAdvice = ReturnType<typeof createAdviceReader>

/** Creates the function that reads the version of the advice on names. */
export function createAdviceReader({ readLandscape, similarNames }: AdviceSources) {
  return async (names: readonly string[], directorate: string | undefined) => {
    const version = await readLandscape(directorate)
    const build = async () => {
      const view = await version.load()
      return advise(names, view.landscape, await resemblancesIn(view, names, similarNames))
    }
    return { version, build }
  }
}

/** The look-alikes of names; an unknown name also has those that share its words, else most of its letters. */
async function resemblancesIn(
  view: LandscapeView,
  names: readonly string[],
  similarNames: SimilarNames,
): Promise<LookAlikeIndex> {
  const { find } = view.landscape
  const lookAlikes = await lookAlikesIn(view.landscape)
  const similar = new Map<string | undefined, readonly string[]>()
  const pause = createBreaks()
  for (const name of names) {
    if (find(name)) continue
    await pause()
    similar.set(admitName(name), await similarNames(view, name, 'technology'))
  }
  return (name) => {
    const alike = lookAlikes(name)
    const others = (similar.get(name) ?? []).flatMap((other) => find(other) ?? [])
    const known = new Set(alike.map(({ technology }) => technology))
    const why = 'the names share words or most of their letters'
    return [
      ...alike,
      ...others.flatMap((technology) => (known.has(technology) ? [] : [{ technology, why }])),
    ]
  }
}
