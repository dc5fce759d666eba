import { DirectoratesDocument } from '@landscape/contracts/landscape'
import type { StoredDocument } from '@landscape/store/documents/document'
import { type ResponseCache, prepareJson } from '@landscape/http/responses/prepared-response'
import { showDocument } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'

interface DirectorateRoutesDeps {
  directorates: StoredDocument<DirectoratesDocument>
  cache: ResponseCache
}

/** The directorates. */
export function directorateRoutes({ directorates, cache }: DirectorateRoutesDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/directorates/json',
      id: 'listDirectorates',
      tag: 'Landscape',
      summary: 'Directorates',
      description: 'In stored order.',
      access: 'public',
      reply: DirectoratesDocument,
      codes: ['not-found'],
      conditional: 'read',
      compressed: true,
      handle: showDocument(directorates, cache, {
        key: 'directorates',
        isPublic: true,
        prepare: (stored) => prepareJson(stored),
      }),
    }),
  ]
}
