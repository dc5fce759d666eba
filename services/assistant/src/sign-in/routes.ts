import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { onlyMembers, strictly } from '@landscape/contracts/control-members'
import { matching } from '@landscape/contracts/described-as'
import { reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { NO_TOKEN, READS_SIGN_IN, READS_USER_TOKEN, readSignIn, readUserToken } from './cookies.ts'
import { callerOf } from './viewer.ts'
import type { SignInParts } from './open-sign-in.ts'
import { NO_STORE } from './personal-reply.ts'

const MISSING_CODE = 'Missing code'

const State = matching(
  /^[\w.~:+/=-]{8,512}$/,
  'Invalid state',
  'must be 8 to 512 letters, digits and . _ ~ : + / = -',
).optional()
const Verifier = matching(
  /^[\w.~-]{43,128}$/,
  'Invalid code verifier',
  'must be 43 to 128 letters, digits and . _ ~ - (RFC 7636)',
).optional()
const Challenge = matching(
  /^[\w-]{43}$/,
  'Invalid code challenge',
  'must be 43 letters, digits and _ - (RFC 7636)',
).optional()
/** Any value that is not a path of the web client is replaced by the default path. */
const RedirectPath = z.string('Invalid redirect path').optional()
/** Parameters with which the sign-in page returns to the web client. */
const Code = z.strictObject(
  {
    code: z.string(MISSING_CODE).min(1, MISSING_CODE).max(2048, 'Invalid code'),
    state: State,
    codeVerifier: Verifier,
    redirectPath: RedirectPath,
  },
  { error: strictly(MISSING_CODE) },
)
const Success = z.object({ success: z.literal(true) })

/** Routes of the OAuth sign-in at the source-control host. */
export function signInRoutes(parts: SignInParts): Route[] {
  return [beginRoute(parts), finishRoute(parts), signOutRoute(parts), statusRoute()]
}

const LoginQuery = z.object({
  state: State.meta({
    description: 'random string of the web client, returned to it unchanged',
    examples: ['Zk3v9QxT2mWc7LrY'],
  }),
  code_challenge: Challenge.meta({
    description: "challenge of the web client's code verifier (RFC 7636)",
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
  code_challenge_method: z
    .literal('S256', 'Only the code challenge method S256 is supported')
    .optional()
    .meta({ description: 'method of the challenge', examples: ['S256'] }),
  redirectPath: RedirectPath.meta({
    description: 'path of the web client to which the browser returns',
    examples: ['/copilot/team'],
  }),
})

function beginRoute({ signIn, cookies }: SignInParts): Route {
  return route({
    method: 'get',
    path: '/assistant/api/scm/oauth/login',
    id: 'beginSignIn',
    tag: 'Source-control sign-in',
    summary: 'Redirect the browser to the sign-in page of the source-control host',
    description:
      'Open it in a browser: [sign in](/assistant/api/scm/oauth/login). ' +
      'The browser then returns to `redirectPath` of the web client.',
    access: 'public',
    query: LoginQuery,
    reply: z.undefined(),
    status: 302,
    replyHeaders: {
      location: 'URL of the sign-in page',
      'set-cookie': 'sealed pending sign-in',
    },
    codes: ['unavailable'],
    async handle({ query }) {
      const { location, sealed } = await signIn.begin({
        state: query.state,
        codeChallenge: query.code_challenge,
        redirectPath: query.redirectPath,
      })
      const cookie = cookies.signIn(sealed)
      return reply(302, undefined, { ...NO_STORE, location, 'set-cookie': cookie })
    },
  })
}

function finishRoute({ signIn, cookies, seals }: SignInParts): Route {
  return route({
    method: 'post',
    path: '/assistant/api/scm/oauth/token',
    id: 'finishSignIn',
    tag: 'Source-control sign-in',
    summary: 'Exchange the code of the sign-in page for a session',
    description:
      'The session is a sealed HttpOnly cookie. `code` and `state` are query parameters of the ' +
      'URL to which [the sign-in page](/assistant/api/scm/oauth/login) redirects the browser.',
    access: 'public',
    bodySize: BODY_SIZES['/assistant/api'],
    body: Code,
    reply: Success,
    cookies: READS_SIGN_IN,
    replyHeaders: { 'set-cookie': 'sealed session; removal of the pending sign-in' },
    codes: ['rate-limited', 'unavailable'],
    async handle({ body, headers, address }) {
      const token = await signIn.finish({
        ...body,
        sealed: readSignIn(headers.cookie),
        caller: callerOf(address),
      })
      const setCookie = [cookies.userToken(await seals.userToken.seal(token)), cookies.noSignIn()]
      return reply(200, { success: true }, { ...NO_STORE, 'set-cookie': setCookie })
    },
  })
}

function signOutRoute({ cookies }: SignInParts): Route {
  return route({
    method: 'post',
    path: '/assistant/api/scm/oauth/logout',
    id: 'endSignIn',
    tag: 'Source-control sign-in',
    summary: 'End the session at the source-control host',
    description: 'Removes the cookies; succeeds without a session.',
    access: 'public',
    bodySize: BODY_SIZES['/assistant/api'],
    body: z.unknown().check(onlyMembers([])).meta({ description: 'an object without members' }),
    bodyOptional: true,
    reply: Success,
    replyHeaders: { 'set-cookie': 'removal of the session' },
    handle: () =>
      reply(200, { success: true }, { ...NO_STORE, 'set-cookie': cookies.noUserToken() }),
  })
}

function statusRoute(): Route {
  return route({
    method: 'get',
    path: '/assistant/api/auth/status',
    id: 'getSignInStatus',
    tag: 'Source-control sign-in',
    summary: 'Whether the browser has a session of the source-control host',
    description: 'Checks only that the cookie is present; the token is not verified.',
    access: 'public',
    reply: z.union([
      z.object({ authenticated: z.literal(true) }),
      z.object({ response: z.string() }),
    ]),
    cookies: READS_USER_TOKEN,
    handle: ({ headers }) =>
      reply(
        200,
        readUserToken(headers.cookie) === undefined ? NO_TOKEN : { authenticated: true },
        NO_STORE,
      ),
  })
}
