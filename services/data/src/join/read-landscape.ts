import { inSlices } from '@landscape/contracts/async/in-slices'
import { shareByKey } from '@landscape/contracts/async/share-by-key'
import { readOr } from '@landscape/http/responses/documents'
import type { Documents } from '@landscape/store/documents/open-documents'
import { joinLandscape } from './join-landscape.ts'
import type { Landscape } from './landscape.ts'

/** The stored documents that are joined. */
export type JoinedDocuments = Documents<
  'arrayData' | 'projects' | 'radar' | 'repositories' | 'technologyNames'
>

/** The join of one version of each document. */
export interface LandscapeVersion {
  landscape: Landscape
  /** Changes with each document. */
  etag: string
  /** Age in seconds of the oldest copy, while the store is unavailable. */
  staleSeconds: number | undefined
}

const NO_RADAR = { title: '', quadrants: [], rings: [], entries: [] }

/** Reads the documents, and joins each combination of their versions once. */
export function createLandscapeReader(documents: JoinedDocuments): () => Promise<LandscapeVersion> {
  const share = shareByKey<Landscape>()
  let last: { etag: string; landscape: Landscape } | undefined
  return async () => {
    const [lists, projects, radar, repositories, names] = await Promise.all([
      readOr(documents.arrayData, {}),
      readOr(documents.projects, {}),
      readOr(documents.radar, NO_RADAR),
      readOr(documents.repositories, { repositories: [] }),
      readOr(documents.technologyNames, []),
    ])
    const versions = [lists, projects, radar, repositories, names]
    const etag = versions.map((version) => version.etag).join(' ')
    const ages = versions.flatMap(({ staleSeconds }) => staleSeconds ?? [])
    const staleSeconds = ages.length > 0 ? Math.max(...ages) : undefined
    if (last?.etag === etag) return { ...last, staleSeconds }
    const stored = {
      lists: lists.value,
      projects: projects.value,
      radar: radar.value,
      repositories: repositories.value,
      names: names.value,
    }
    const landscape = await share(etag, () => inSlices(joinLandscape(stored)))
    last = { etag, landscape }
    return { landscape, etag, staleSeconds }
  }
}
