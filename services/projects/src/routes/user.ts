import { route, type Route } from '@landscape/http'
import { z } from 'zod'
import { callerOf } from '../registry/ownership.ts'

/** Who the caller is. */
export function userRoutes(): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/v1/user',
      summary: 'E-mail and groups of the caller',
      access: 'authenticated',
      reply: z.object({ email: z.string(), groups: z.array(z.string()) }),
      handle: ({ identity }) => ({ email: callerOf(identity).email, groups: identity.groups }),
    }),
  ]
}
