import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { AnonymousBudget } from '../host/anonymous-budget.ts'
import type { OAuthProvider } from './provider.ts'
import type { Seals } from './seals.ts'
import { invalidState, type UsedStates } from './used-states.ts'

interface BeginRequest {
  state?: string | undefined
  /** Sent by a client that keeps the verifier itself. */
  codeChallenge?: string | undefined
  redirectPath?: string | undefined
}

interface FinishRequest {
  code: string
  state?: string | undefined
  codeVerifier?: string | undefined
  /** The sealed sign-in from the browser's cookie. */
  sealed: string | undefined
  /** The caller whose budget of rejected codes is charged. */
  caller: string
}

/** The OAuth sign-in at the source-control host. */
export interface SignIn {
  /** Returns the URL of the sign-in page, and the sealed sign-in for the browser's cookie. */
  begin(request: BeginRequest): Promise<{ location: string; sealed: string }>
  /**
   * Returns the user's token.
   * @throws DomainError `invalid-input` when this browser has no such pending sign-in, or the host rejects
   *   the code; `rate-limited` or `unavailable` when the budget for codes is exhausted
   */
  finish(request: FinishRequest): Promise<string>
}

interface SignInDeps {
  provider: OAuthProvider
  seal: Seals['signIn']
  usedStates: UsedStates
  /** Limits guessing of codes. */
  codeBudget: AnonymousBudget
  /** Address of the web client. */
  frontendUrl: string
}

/** Sign-ins whose state is in the browser's cookie, so that any replica can finish them. */
export function createSignIn(deps: SignInDeps): SignIn {
  const { provider, seal, usedStates, codeBudget, frontendUrl } = deps
  const once = createOnce(usedStates)

  return {
    async begin(request) {
      const state = request.state ?? randomString()
      const path = redirectPath(request.redirectPath)
      const codeVerifier = request.codeChallenge === undefined ? randomString() : undefined
      const codeChallenge = codeVerifier ? challengeOf(codeVerifier) : request.codeChallenge
      const location = provider.authorizeUrl({
        redirectUri: `${frontendUrl}${path}`,
        state,
        ...(codeChallenge !== undefined && { codeChallenge }),
      })
      const sealed = await seal.seal({
        state,
        ...(codeVerifier !== undefined && { codeVerifier }),
        redirectPath: path,
      })
      return { location, sealed }
    },

    async finish(request) {
      const opened = request.sealed === undefined ? undefined : await seal.open(request.sealed)
      if (request.state !== undefined && !isSame(request.state, opened?.content.state)) {
        throw invalidState()
      }
      // Prevents login CSRF: without the cookie, another site may have sent the code.
      if (opened === undefined) throw missingState()
      const { content: pending, id, expires } = opened
      const codeVerifier = pending.codeVerifier ?? request.codeVerifier
      // Older clients send no state: PKCE then binds the code to the browser.
      if (request.state === undefined && codeVerifier === undefined) throw missingState()
      const exchange = () =>
        provider.exchange({
          code: request.code,
          redirectUri: `${frontendUrl}${pending.redirectPath}`,
          ...(codeVerifier !== undefined && { codeVerifier }),
        })
      return once(id, expires, () => codeBudget.run(request.caller, exchange))
    },
  }
}

/**
 * Creates a function that exchanges the code before the sign-in is stored as used, so that rejected
 * codes cause no writes. The host accepts each code once; the store accepts one code per sign-in.
 */
function createOnce(usedStates: UsedStates) {
  const finishing = new Set<string>()
  return async (id: string, expires: number, exchange: () => Promise<string>) => {
    if (finishing.has(id)) throw invalidState()
    finishing.add(id)
    try {
      if (await usedStates.has(id)) throw invalidState()
      const token = await exchange()
      await usedStates.add(id, expires)
      return token
    } finally {
      finishing.delete(id)
    }
  }
}

/** The path to which existing clients return after the host's sign-in page. */
export const DEFAULT_REDIRECT_PATH = '/copilot/team'

const MAX_PATH_LENGTH = 512
/** Excludes open redirects (`//host`, `/\\host`) and header injection. */
const OWN_PATH = /^\/(?![/\\])[\w\-.~!$&'()*+,;=:@%/?]*$/

/** A valid path of the web client, or the default path. */
export function redirectPath(path: string | undefined): string {
  const isOwn = path !== undefined && path.length <= MAX_PATH_LENGTH && OWN_PATH.test(path)
  return isOwn ? path : DEFAULT_REDIRECT_PATH
}

/** A random string of 43 characters: a state, or a code verifier (RFC 7636 §4.1). */
function randomString(): string {
  return randomBytes(32).toString('base64url')
}

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export function challengeOf(codeVerifier: string): string {
  return hash('sha256', codeVerifier, 'base64url')
}

function missingState(): DomainError {
  const faults = [{ path: ['state'], detail: 'is missing' }]
  return new DomainError('invalid-input', 'Missing state', { faults })
}

function isSame(given: string, expected: string | undefined): boolean {
  if (expected === undefined) return false
  // Compares digests, since timingSafeEqual needs equal lengths.
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
