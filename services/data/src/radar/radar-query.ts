import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Edition, type EditionsDocument, editionsOf } from '@landscape/contracts/editions'
import { Instant } from '@landscape/contracts/history'
import { endOfDay, type Directorates } from '@landscape/contracts/directorates'
import { RadarDocument, type DirectoratesDocument } from '@landscape/contracts/landscape'
import { readOr, readRequired } from '@landscape/http/responses/documents'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import type { Snapshot } from '@landscape/store/documents/snapshot'
import type { StoredDocument } from '@landscape/store/documents/document'
import { z } from 'zod'
import { NO_DOCUMENTS } from '../join/join-landscape.ts'
import { directorateBy, directoratesOf, DirectorateQuery } from '../timeline/directorate-query.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

export interface RadarRoutesDeps {
  radar: StoredDocument<RadarDocument>
  directorates: StoredDocument<DirectoratesDocument>
  radarEditions: StoredDocument<EditionsDocument>
  cache: ResponseCache
  /** Milliseconds since the epoch. */
  now: () => number
  /** Address of the gateway, see PUBLIC_URL. */
  publicUrl: string | undefined
}

export const EditionId = z.string().max(200)
const At = Instant.optional().meta({
  description: 'ISO 8601: the radar at this instant, not before its first recorded change',
  examples: ['2026-10-05T09:30:00Z'],
})
/** An earlier version of the radar, by its instant or its edition. */
export const PAST = {
  at: At,
  edition: EditionId.optional().meta({
    description: 'id of an edition, instead of `at`: the radar at its instant',
    examples: ['spring-2026'],
  }),
}

/**
 * The instant of a query; undefined for the present radar.
 *
 * @throws DomainError `invalid-input` for an edition together with `at`; `not-found` for an unknown edition
 */
export async function instantOf(
  editions: StoredDocument<EditionsDocument>,
  { at, edition }: { at?: number | undefined; edition?: string | undefined },
): Promise<number | undefined> {
  if (edition === undefined) return at
  if (at === undefined)
    return Date.parse(editionBy((await readOr(editions, NO_EDITIONS)).value, edition).at)
  const faults = [{ path: ['edition'], detail: 'must not be sent with at' }]
  throw new DomainError('invalid-input', 'edition and at exclude each other', { faults })
}

export const NO_EDITIONS: EditionsDocument = []

/** @throws DomainError `not-found` */
export function editionBy(stored: EditionsDocument, id: string): Edition {
  const edition = editionsOf(stored).find((one) => one.id === id)
  if (edition) return edition
  throw new DomainError('not-found', 'No edition of the radar has this id')
}

/** Filters of entries. */
export const FILTER = {
  directorate: DirectorateQuery,
  ring: z
    .string()
    .max(200)
    .toLowerCase()
    .optional()
    .meta({
      description:
        'id of a ring, `review` or `ignore`, in any case: only entries that are now in it',
      examples: ['adopt'],
    }),
  quadrant: z
    .string()
    .max(200)
    .toLowerCase()
    .optional()
    .meta({
      description: 'id of a quadrant, in any case: only its entries',
      examples: ['1'],
    }),
}
/** Reads of public radar data. */
export const READ = {
  method: 'get',
  access: 'public',
  conditional: 'read',
  compressed: true,
} as const

/** The directorates and the reference day, on which rings depend, with a tag that changes with both. */
export async function readDirectorates({
  directorates: document,
  now,
}: Pick<RadarRoutesDeps, 'directorates' | 'now'>): Promise<{
  directorates: Directorates
  etag: string
  today: number
}> {
  const { value, etag } = await readOr(document, NO_DOCUMENTS.directorates)
  const today = endOfDay(now())
  return { directorates: directoratesOf(value), etag: `${etag} ${today}`, today }
}

/**
 * Reads the version of the radar that a query selects, an empty one while none is stored; `load` returns the radar as
 * the directorate sees it.
 *
 * @throws DomainError `not-found` for a past one that the history does not hold; see `instantOf`, `directorateBy`
 */
export async function selectRadar(
  { radar, radarEditions, ...deps }: Omit<RadarRoutesDeps, 'cache' | 'publicUrl'>,
  query: {
    at?: number | undefined
    edition?: string | undefined
    directorate?: string | undefined
  },
) {
  const at = await instantOf(radarEditions, query)
  const past = at === undefined ? undefined : { version: await readRequired(radar), at }
  const stored = past?.version ?? (await readOr(radar, NO_DOCUMENTS.radar))
  const { directorates, etag, today } = await readDirectorates(deps)
  const directorate = directorateBy(directorates, query.directorate)
  return {
    at,
    directorate,
    version: `${stored.etag} ${etag}`,
    // A past radar does not become stale.
    staleSeconds: past ? undefined : stored.staleSeconds,
    load: async () => {
      const value = past ? await radarAt(radar, past.version, past.at) : stored.value
      return radarViewFor(value, directorates, directorate, at ?? today)
    },
  }
}

/** The radar at an instant; `undefined` when the history does not hold it. */
export async function pastRadar(
  radar: StoredDocument<RadarDocument>,
  version: Snapshot<RadarDocument>,
  at: number,
): Promise<RadarDocument | undefined> {
  const state = await (await radar.past(version)).stateAt(at)
  return state?.value === undefined ? undefined : RadarDocument.parse(state.value)
}

/** @throws DomainError `not-found` when the history does not hold the radar at an instant */
export async function radarAt(...args: Parameters<typeof pastRadar>): Promise<RadarDocument> {
  const past = await pastRadar(...args)
  if (past) return past
  throw new DomainError('not-found', 'No version at that time')
}
