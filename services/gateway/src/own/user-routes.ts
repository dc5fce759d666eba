import { reply, route, type Route } from '@landscape/http'
import { z } from 'zod'
import { expiredCookies, logoutUrl, redirectTarget, type LogoutSettings } from './logout.ts'

export interface UserSettings {
  /** Development mode says so in its answers. */
  development: boolean
  logout: LogoutSettings
}

const Info = z.object({
  message: z.string(),
  user: z.object({ email: z.string(), groups: z.array(z.string()) }),
  development_mode: z.literal(true).optional(),
})
const Wish = z.string().max(2048).optional().catch(undefined)
const LogoutBody = z.looseObject({ logout_uri: Wish }).optional().catch(undefined)
const LoggedOut = z.object({ message: z.string(), logoutUrl: z.string().optional() })

const WEB_CLIENT = 'https://landscape.acme-coast.example'

/** Who the caller is, and the way out. */
export function userRoutes({ development, logout }: UserSettings): Route[] {
  return [
    route({
      method: 'get',
      path: '/user/api/info',
      id: 'getUser',
      tag: 'Caller',
      summary: 'E-mail address and groups of the caller',
      description: 'Groups are in lower case.',
      example: {
        message: 'User information retrieved successfully',
        user: { email: 'maren.holt@acme-coast.example', groups: ['reviewer'] },
      },
      access: 'authenticated',
      reply: Info,
      handle: ({ identity: { email, groups } }) => {
        const user = { email, groups: groups.map((group) => group.toLowerCase()) }
        const message = 'User information retrieved successfully'
        return reply(
          200,
          development
            ? { message: `${message} (local dev mode)`, user, development_mode: true }
            : { message, user },
          { 'cache-control': 'no-store' },
        )
      },
    }),
    route({
      method: 'post',
      path: '/user/api/logout',
      id: 'endSession',
      tag: 'Caller',
      summary: 'End the session; answers the address that ends it at the identity provider',
      // Logging out with an expired session must work.
      access: 'public',
      description:
        'Takes away the cookies of the load balancer. The browser goes on to `logoutUrl`, which ends the session at the identity provider. Needs no token and looks at none: who was signed in for too long has to get out, too.',
      example: {
        message: 'Logout successful',
        logoutUrl:
          'https://sign-in.acme-coast.example/logout?client_id=landscape&logout_uri=https%3A%2F%2Flandscape.acme-coast.example',
      },
      bodyExample: { logout_uri: WEB_CLIENT },
      query: z.looseObject({
        logout_uri: Wish.meta({
          description: 'where to go afterwards: a page of the web client',
          examples: [WEB_CLIENT],
        }),
      }),
      headers: {
        origin: {
          description: 'where to go afterwards, unless the body or the query says',
          example: WEB_CLIENT,
        },
      },
      body: LogoutBody,
      bodyOptional: true,
      reply: LoggedOut,
      replyHeaders: { 'set-cookie': 'the end of every session' },
      handle: ({ body, query, headers }) => {
        const wishes = [body?.logout_uri, query.logout_uri, headers.origin]
        const url = logoutUrl(logout, redirectTarget(wishes, logout.frontendUrls))
        const message = `Logout successful${development ? ' (development mode)' : ''}`
        return reply(
          200,
          { message, ...(url !== undefined && { logoutUrl: url }) },
          { 'set-cookie': expiredCookies(!development), 'cache-control': 'no-store' },
        )
      },
    }),
  ]
}
