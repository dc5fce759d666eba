import { DirectoratesDocument, RadarDocument, recordsOf } from '@landscape/contracts'
import { route, type Route } from '@landscape/http'
import { readRequired, respond, type AnswerCache } from '@landscape/service'

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
      conditional: 'read',
      compressed: true,
      async handle({ headers }) {
        const snapshot = await readRequired(radar)
        const { value, etag } = snapshot
        return respond(
          headers,
          cache.answer(`radar ${etag}`, () => withoutOddParts(value), value),
          snapshot,
        )
      },
    }),
    route({
      method: 'get',
      path: '/api/directorates/json',
      summary: 'Directorates',
      access: 'public',
      reply: DirectoratesDocument,
      conditional: 'read',
      compressed: true,
      async handle({ headers }) {
        const snapshot = await readRequired(directorates)
        const { value, etag } = snapshot
        return respond(
          headers,
          cache.answer(`directorates ${etag}`, () => recordsOf(value), value),
          snapshot,
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
