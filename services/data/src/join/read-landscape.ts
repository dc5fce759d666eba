import { endOfDay, type Directorate } from '@landscape/contracts/directorates'
import { inSlices } from '@landscape/contracts/async/in-slices'
import { shareByKey } from '@landscape/contracts/async/share-calls'
import { oneByOne } from '@landscape/http/responses/one-by-one'
import { readOr } from '@landscape/http/responses/documents'
import type { Documents } from '@landscape/store/documents/open-documents'
import { directorateBy, directoratesOf } from '../timeline/directorate-query.ts'
import { joinLandscape, NO_DOCUMENTS, type LandscapeDocuments } from './join-landscape.ts'
import type { Landscape } from './landscape.ts'
import { landscapeOf } from './landscape-view.ts'

/** The stored documents that are joined. */
export type JoinedDocuments = Documents<
  'arrayData' | 'directorates' | 'projects' | 'radar' | 'repositories' | 'technologyNames'
>

/** The join of one version of each document. */
export interface LandscapeView {
  /** With the rings of a directorate. */
  landscape: Landscape
  /** The same for every directorate: with the rings of the default one. */
  joined: Landscape
}

/** One version of each document. */
export interface LandscapeVersion {
  directorate: Directorate
  /** Changes with each document and directorate, and with the day, on which rings depend. */
  etag: string
  /** Age in seconds of the oldest copy, while the store is unavailable. */
  staleSeconds: number | undefined
  /**
   * Joins this version, or a newer one. Call it when the work starts: a queued request must not hold a join in
   * memory.
   */
  load: () => Promise<LandscapeView>
}

/**
 * Reads the version of the landscape with the rings of a directorate, by default of the default one.
 *
 * @throws DomainError `invalid-input` for an unknown directorate
 */
export type ReadLandscape = (directorate?: string) => Promise<LandscapeVersion>

/**
 * Reads the documents, and joins each combination of their versions once a day.
 *
 * @param now milliseconds since the epoch
 * @param onJoined gets each joined landscape
 */
export function createLandscapeReader(
  documents: JoinedDocuments,
  now: () => number,
  onJoined?: (landscape: Landscape) => void,
): ReadLandscape {
  const share = shareByKey<Landscape>()
  const inOrder = oneByOne()
  let last: { etag: string; joined: Landscape } | undefined
  // Two joins at the same time would double the memory: the former one is released first.
  const join = (etag: string, stored: LandscapeDocuments, today: number) =>
    share(etag, () =>
      inOrder('join', async () => {
        last = undefined
        const joined = await inSlices(joinLandscape(stored, today))
        last = { etag, joined }
        onJoined?.(joined)
        return joined
      }),
    )
  const read = async (wanted: string | undefined) => {
    const [lists, projects, radar, repositories, names, directorates] = await Promise.all([
      readOr(documents.arrayData, NO_DOCUMENTS.lists),
      readOr(documents.projects, NO_DOCUMENTS.projects),
      readOr(documents.radar, NO_DOCUMENTS.radar),
      readOr(documents.repositories, NO_DOCUMENTS.repositories),
      readOr(documents.technologyNames, NO_DOCUMENTS.names),
      readOr(documents.directorates, NO_DOCUMENTS.directorates),
    ])
    const versions = [lists, projects, radar, repositories, names, directorates]
    const today = endOfDay(now())
    const etag = [...versions.map((version) => version.etag), today].join(' ')
    const ages = versions.flatMap(({ staleSeconds }) => staleSeconds ?? [])
    const staleSeconds = ages.length > 0 ? Math.max(...ages) : undefined
    const directorate = directorateBy(directoratesOf(directorates.value), wanted)
    const stored = {
      lists: lists.value,
      projects: projects.value,
      radar: radar.value,
      repositories: repositories.value,
      names: names.value,
      directorates: directorates.value,
    }
    return { etag, staleSeconds, directorate, stored, today }
  }
  const load = async (wanted: string | undefined): Promise<LandscapeView> => {
    const { etag, stored, directorate, today } = await read(wanted)
    const joined = last?.etag === etag ? last.joined : await join(etag, stored, today)
    return { landscape: landscapeOf(joined, directorate), joined }
  }
  return async (wanted) => {
    const { etag, staleSeconds, directorate } = await read(wanted)
    const ofDirectorate = `${etag} ${directorate.id}`
    return { etag: ofDirectorate, staleSeconds, directorate, load: () => load(wanted) }
  }
}
