import { reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { callerOf } from '../registry/ownership.ts'

/** Identity of the caller. */
export function userRoutes(): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/v1/user',
      id: 'getRegistryUser',
      tag: 'Caller',
      summary: 'E-mail and groups of the caller',
      description: 'The same as `/user/api/info`, in the format of the registry.',
      access: 'authenticated',
      reply: z.object({ email: z.string(), groups: z.array(z.string()) }),
      handle: ({ identity }) =>
        reply(
          200,
          { email: callerOf(identity).email, groups: identity.groups },
          { 'cache-control': 'no-store' },
        ),
    }),
  ]
}
