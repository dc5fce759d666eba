import { z } from 'zod'
import { route } from '@landscape/http/route/route'

/** The resource that the routes serve. */
export const Thing = z.object({ name: z.string() })

/** An edit with a path parameter, a body and errors of its own. */
export const update = route({
  method: 'put',
  path: '/api/things/:name',
  summary: 'Change a thing',
  access: { anyGroup: ['admin'] },
  params: z.object({ name: z.string() }),
  body: Thing,
  conditional: 'edit',
  codes: ['conflict', 'quota-exceeded'],
  reply: Thing,
  handle: ({ body }) => body,
})
