import { parse } from 'node:querystring'
import { onlyMembers } from '@landscape/contracts/control-members'
import { describedAs } from '@landscape/contracts/described-as'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { SendProblem } from '@landscape/http/errors/send-problem'
import { pathOf, queryOf } from '@landscape/http/request/request-target'
import { reply } from '@landscape/http/responses/reply'
import { addHeaders } from '@landscape/http/responses/response-head'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { LOGOUT_PATH } from '../request/prefixes.ts'
import { endSession, type LogoutSettings } from './logout.ts'

export interface UserSettings {
  /** Responses mention development mode. */
  development: boolean
  /** Whether logout needs no token; see CLIENT_PROFILE. */
  existingClients?: boolean
  logout: LogoutSettings
}

const Info = z.object({
  message: z.string(),
  user: z.object({ email: z.string(), groups: z.array(z.string()) }),
  development_mode: z.literal(true).optional(),
})
const LogoutUri = z.string().max(2048).optional().catch(undefined)
const LogoutBody = describedAs(
  z
    .looseObject({ logout_uri: LogoutUri })
    .optional()
    .catch(undefined)
    .check(onlyMembers(['logout_uri'])),
  z.strictObject({ logout_uri: z.string().max(2048).optional() }),
)
const LoggedOut = z.object({ message: z.string(), logoutUrl: z.string().optional() })
const ENDS_SESSION = { 'set-cookie': 'expires the session cookies' }

const WEB_CLIENT = 'https://landscape.acme-coast.example'

/** The identity of the caller, and logout. */
export function userRoutes(settings: UserSettings): Route[] {
  return [infoRoute(settings), logoutRoute(settings)]
}

function infoRoute({ development }: UserSettings): Route {
  return route({
    method: 'get',
    path: '/user/api/info',
    id: 'getUser',
    tag: 'Caller',
    summary: 'E-mail address and groups of the caller',
    description: 'Groups are in lower case.',
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
  })
}

function logoutRoute({ development, existingClients, logout }: UserSettings): Route {
  return route({
    method: 'post',
    path: LOGOUT_PATH,
    id: 'endSession',
    tag: 'Caller',
    summary: 'End the session; returns the address that ends it at the identity provider',
    access: existingClients ? 'public' : 'authenticated',
    description:
      'Expires the cookies of the load balancer. Browsers then open `logoutUrl`, which ends ' +
      'the session at the identity provider. A 401 expires the same cookies and has a ' +
      '`logoutUrl` built from the query and `Origin`, so that a caller whose session has ' +
      'expired can sign out.',
    query: z.looseObject({
      logout_uri: LogoutUri.meta({
        description: 'address to redirect to afterwards: a page of the web client',
        examples: [WEB_CLIENT],
      }),
    }),
    headers: {
      origin: {
        description: 'origin to redirect to afterwards, unless the body or the query names a page',
        example: WEB_CLIENT,
      },
    },
    body: LogoutBody,
    bodyOptional: true,
    reply: LoggedOut,
    replyHeaders: ENDS_SESSION,
    problemHeaders: { 401: ENDS_SESSION },
    handle: ({ body, query, headers }) => {
      const targets = [body?.logout_uri, query.logout_uri, headers.origin]
      const message = `Logout successful${development ? ' (development mode)' : ''}`
      const { members, cookies } = endSession(logout, targets, !development)
      return reply(
        200,
        { message, ...members },
        { 'set-cookie': cookies, 'cache-control': 'no-store' },
      )
    },
  })
}

/**
 * Lets a caller whose session has expired sign out: a 401 to a logout expires the cookies and has the
 * `logoutUrl` of a success. The body of an unauthenticated request is not read.
 */
export function withLogoutUrl(sendProblem: SendProblem, settings: UserSettings): SendProblem {
  // Express recognises error middleware by its four parameters.
  return (error, req, res, _next) => {
    const isLogout = req.method === 'POST' && pathOf(req.url) === LOGOUT_PATH
    if (!isLogout || !(error instanceof DomainError) || error.code !== 'unauthenticated') {
      sendProblem(error, req, res)
      return
    }
    const { logout_uri: given } = parse(queryOf(req.url))
    const targets = [typeof given === 'string' ? given : undefined, req.headers.origin]
    const { members, cookies } = endSession(settings.logout, targets, !settings.development)
    addHeaders(res, { 'set-cookie': cookies })
    const { code, message, reason, cause } = error
    const extensions = { ...error.extensions, ...members }
    sendProblem(new DomainError(code, message, { reason, cause, extensions }), req, res)
  }
}
