import { DirectoratesDocument, RadarDocument, recordsOf } from '@landscape/contracts'
import { route, type Route } from '@landscape/http'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { readRequired } from '../answers/required.ts'
import { respond } from '../answers/respond.ts'
import type { Documents } from '../documents.ts'

/**
 * Documents that are answered as they are stored, except for parts that are no objects: pages crash
 * on those. The tag is that of the stored document.
 */
export function documentRoutes(
  { radar, directorates }: Pick<Documents, 'radar' | 'directorates'>,
  cache: AnswerCache,
): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/tech-radar/json',
      summary: 'Technology radar',
      access: 'public',
      reply: RadarDocument,
      errors: [500, 503],
      async handle({ req }) {
        const { value, etag, staleSeconds } = await readRequired(radar)
        return respond(
          req.headers,
          cache.answer(`radar ${etag}`, () => withoutOddParts(value), value),
          staleSeconds,
        )
      },
    }),
    route({
      method: 'get',
      path: '/api/directorates/json',
      summary: 'Directorates',
      access: 'public',
      reply: DirectoratesDocument,
      errors: [500, 503],
      async handle({ req }) {
        const { value, etag, staleSeconds } = await readRequired(directorates)
        return respond(
          req.headers,
          cache.answer(`directorates ${etag}`, () => recordsOf(value), value),
          staleSeconds,
        )
      },
    }),
  ]
}

function withoutOddParts(radar: RadarDocument): RadarDocument {
  return {
    ...radar,
    quadrants: recordsOf(radar.quadrants),
    rings: recordsOf(radar.rings),
    entries: recordsOf(radar.entries),
  }
}
