import type { RadarDifference } from './reply.ts'
import { NOW } from '@landscape/contracts/editions'
import { readOr, readRequired } from '@landscape/http/responses/documents'
import { directorateBy } from '../timeline/directorate-query.ts'
import { differenceOf } from './radar-difference.ts'
import {
  editionBy,
  NO_EDITIONS,
  radarAt,
  readDirectorates,
  type RadarRoutesDeps,
} from '../radar/radar-query.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

export type DifferenceDeps = Pick<
  RadarRoutesDeps,
  'radar' | 'radarEditions' | 'directorates' | 'now'
>

/**
 * Creates the function that compares an edition with another one, or with the present radar: it returns the identity
 * of the difference in a cache, and `build`, which computes it.
 */
export function createDifferenceReader({ radar, radarEditions, ...deps }: DifferenceDeps) {
  return async (id: string, other: string, wanted: string | undefined) => {
    const [present, editions, { directorates, etag, today }] = await Promise.all([
      readRequired(radar),
      readOr(radarEditions, NO_EDITIONS),
      readDirectorates(deps),
    ])
    const from = editionBy(editions.value, id)
    const to = other === NOW ? null : editionBy(editions.value, other)
    const directorate = directorateBy(directorates, wanted)
    const seenAt = async (at: number) =>
      radarViewFor(await radarAt(radar, present, at), directorates, directorate, at)
    return {
      name: ['difference', id, other, directorate.id],
      version: {
        etag: [present.etag, editions.etag, etag].join(' '),
        staleSeconds: present.staleSeconds,
      },
      build: async (): Promise<RadarDifference> => {
        const before = await seenAt(Date.parse(from.at))
        const after = to
          ? await seenAt(Date.parse(to.at))
          : radarViewFor(present.value, directorates, directorate, today)
        return { from, to, ...differenceOf(before, after) }
      },
    }
  }
}
