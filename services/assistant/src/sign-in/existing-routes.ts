import { DomainError } from '@landscape/contracts/errors/domain-error'
import { reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import type { UsageSource } from '../host/port.ts'
import { READS_USER_TOKEN, readUserToken } from './cookies.ts'
import type { Seals } from './seals.ts'
import { callerOf, openUserToken } from './viewer.ts'
import { NO_STORE, personalReply } from './personal-reply.ts'

interface ExistingSignInDeps {
  source: Pick<UsageSource, 'userAccount'>
  seal: Seals['userToken']
}

/** Routes of the sign-in that only the newest existing client requests. */
export function existingSignInRoutes(deps: ExistingSignInDeps): Route[] {
  return [authenticatedRoute(), accountRoute(deps)]
}

function authenticatedRoute(): Route {
  return route({
    method: 'get',
    path: '/assistant/api/scm/oauth/status',
    id: 'getAuthenticated',
    tag: 'Source-control sign-in',
    summary: 'Whether the browser has a session of the source-control host, as a Boolean',
    description: 'Checks only that the cookie is present. Served with CLIENT_PROFILE=existing.',
    access: 'public',
    reply: z.object({ authenticated: z.boolean() }),
    cookies: READS_USER_TOKEN,
    handle: ({ headers }) =>
      reply(200, { authenticated: readUserToken(headers.cookie) !== undefined }, NO_STORE),
  })
}

function accountRoute({ source, seal }: ExistingSignInDeps): Route {
  return route({
    method: 'get',
    path: '/assistant/api/scm/oauth/user',
    id: 'getSignedInUser',
    tag: 'Source-control sign-in',
    summary: 'The account at the source-control host to which the session belongs',
    description: 'Served with CLIENT_PROFILE=existing.',
    access: 'authenticated',
    credentials: [['signedIn', 'sourceControl']],
    reply: z.object({
      login: z.string(),
      name: z.string().nullable().meta({ description: 'null when the account has none' }),
      avatar_url: z.string(),
    }),
    cookies: READS_USER_TOKEN,
    codes: ['rate-limited', 'unavailable'],
    async handle({ identity, headers, address }) {
      const carried = readUserToken(headers.cookie)
      if (carried === undefined) throw new DomainError('unauthenticated', 'Authentication required')
      const token = await openUserToken(carried, callerOf(address, identity), seal)
      const { value, staleSeconds } = await source.userAccount(token)
      return personalReply(value, staleSeconds)
    },
  })
}
