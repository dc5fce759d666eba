import { LandingReply } from '@landscape/contracts/landing'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { prepareJson } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { createLandingReader, type LandingSources } from './read-landing.ts'

/** The landscape on the landing page of the gateway, in one reply. */
export function landingRoute(sources: LandingSources): Route {
  const { cache } = sources.radar
  const read = createLandingReader(sources)
  return route({
    method: 'get',
    path: '/api/landing',
    id: 'getLanding',
    tag: 'Landscape',
    summary: 'Numbers by month, and newest moves, of the landing page',
    description:
      'The landscape on the page `/`, in one response. A member is null when a document of it cannot be read.',
    access: 'public',
    strictQuery: true,
    conditional: 'read',
    compressed: true,
    reply: LandingReply,
    async handle({ headers, queued }) {
      const { version, ...landing } = await read()
      return cache.respond(
        { name: 'landing', version: version.etag },
        queued,
        async () => prepareJson(await landing.build()),
        (prepared) => respondPublic(headers, prepared, version),
      )
    },
  })
}
