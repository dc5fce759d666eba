import { DirectoratesDocument, recordsOf } from '@landscape/contracts'
import { entityTag, type StoredDocument } from '@landscape/store'
import { type ResponseCache, prepareJson, route, type Route, showDocument } from '@landscape/http'

interface DirectorateRoutesDeps {
  directorates: StoredDocument<DirectoratesDocument>
  cache: ResponseCache
}

/** The directorates. Array elements that are not objects are omitted, because pages crash on them. */
export function directorateRoutes({ directorates, cache }: DirectorateRoutesDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/directorates/json',
      id: 'listDirectorates',
      tag: 'Landscape',
      summary: 'Directorates',
      description: 'In stored order.',
      example: [
        { id: 0, name: 'Coastal Services (CS)', colour: '#1f77b4', default: true, enabled: true },
      ],
      access: 'public',
      reply: DirectoratesDocument,
      conditional: 'read',
      compressed: true,
      handle: showDocument(directorates, cache, {
        key: 'directorates',
        isPublic: true,
        prepare: (stored) => prepareJson(recordsOf(stored), entityTag(stored)),
      }),
    }),
  ]
}
