import { BODY_SIZES, describedAs, matching, onlyMembers, strictly } from '@landscape/contracts'
import { reply, route, type Route } from '@landscape/http'
import { z } from 'zod'
import { READS_SIGN_IN, READS_USER_TOKEN, readSignIn, readUserToken } from '../sign-in/cookies.ts'
import type { SignInParts } from '../sign-in/open-sign-in.ts'
import { callerOf } from './personal.ts'
import { NO_TOKEN } from './teams.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const MISSING_CODE = 'Missing code'

const State = matching(
  /^[\w.~:+/=-]{8,512}$/,
  'Invalid state',
  'has to be 8 to 512 letters, digits and . _ ~ : + / = -',
).optional()
const Verifier = matching(
  /^[\w.~-]{43,128}$/,
  'Invalid code verifier',
  'has to be 43 to 128 letters, digits and . _ ~ - (RFC 7636)',
).optional()
const Challenge = matching(
  /^[\w-]{43}$/,
  'Invalid code challenge',
  'has to be 43 letters, digits and _ - (RFC 7636)',
).optional()
/** What is not a path of the web client falls back to the default one. */
const RedirectPath = z.string('Invalid redirect path').optional()
/** What the sign-in page led back with. */
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

/** The way to the host's sign-in page, back with a code, and out again. */
export function signInRoutes({ signIn, cookies, seals }: SignInParts): Route[] {
  return [
    route({
      method: 'get',
      path: '/assistant/api/scm/oauth/login',
      id: 'beginSignIn',
      tag: 'Source-control sign-in',
      summary: 'Send the browser to the sign-in page of the source-control host',
      description:
        'A browser goes here and on to another host: [open it](/assistant/api/scm/oauth/login). `redirectPath` says where in the web client it comes back to.',
      access: 'public',
      query: z.object({
        state: State.meta({
          description: 'made up by the web client, which gets it back',
          examples: ['Zk3v9QxT2mWc7LrY'],
        }),
        code_challenge: Challenge.meta({
          description: 'of a secret of the web client (RFC 7636)',
          examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
        }),
        code_challenge_method: z
          .literal('S256', 'Only the code challenge method S256 is supported')
          .optional()
          .meta({ description: 'how the challenge was made', examples: ['S256'] }),
        redirectPath: RedirectPath.meta({
          description: 'where in the web client the browser comes back to',
          examples: ['/copilot/team'],
        }),
      }),
      reply: z.undefined(),
      status: 302,
      replyHeaders: {
        location: 'the sign-in page',
        'set-cookie': 'the state of the sign-in, sealed',
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
    }),
    route({
      method: 'post',
      path: '/assistant/api/scm/oauth/token',
      id: 'finishSignIn',
      tag: 'Source-control sign-in',
      summary: 'Exchange the code of the sign-in page for a session',
      description:
        'The session is a sealed cookie that no script can read. `code` and `state` are those of the address to which [the sign-in page](/assistant/api/scm/oauth/login) leads the browser back.',
      example: { success: true },
      bodyExample: { code: 'a1b2c3d4e5f6a7b8c9d0', state: 'Zk3v9QxT2mWc7LrY' },
      access: 'public',
      bodySize: BODY_SIZES['/assistant/api'],
      body: signIn.needsState ? describedAs(Code, Code.required({ state: true })) : Code,
      reply: Success,
      cookies: READS_SIGN_IN,
      replyHeaders: { 'set-cookie': 'the session, sealed; the end of the sign-in' },
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
    }),
    route({
      method: 'post',
      path: '/assistant/api/scm/oauth/logout',
      id: 'endSignIn',
      tag: 'Source-control sign-in',
      summary: 'End the session at the source-control host',
      description: 'Takes the cookie away; answers the same when there was none.',
      example: { success: true },
      access: 'public',
      bodySize: BODY_SIZES['/assistant/api'],
      body: z.unknown().check(onlyMembers([])).meta({ description: 'has no members' }),
      bodyOptional: true,
      reply: Success,
      replyHeaders: { 'set-cookie': 'the end of the session' },
      handle: () =>
        reply(200, { success: true }, { ...NO_STORE, 'set-cookie': cookies.noUserToken() }),
    }),
    route({
      method: 'get',
      path: '/assistant/api/auth/status',
      id: 'getSignInStatus',
      tag: 'Source-control sign-in',
      summary: 'Whether the browser carries a session of the source-control host',
      description: 'Looks at the cookie alone and asks nobody.',
      example: { authenticated: true },
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
    }),
  ]
}
