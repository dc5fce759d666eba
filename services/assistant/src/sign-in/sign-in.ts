import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@landscape/errors'
import type { Strangers } from '../host/strangers.ts'
import type { OAuthProvider } from './provider.ts'
import type { Seals } from './seals.ts'
import { invalidState, type UsedStates } from './used-states.ts'

interface BeginRequest {
  state?: string | undefined
  /** Of a client that keeps the verifier itself. */
  codeChallenge?: string | undefined
  redirectPath?: string | undefined
}

interface FinishRequest {
  code: string
  state?: string | undefined
  codeVerifier?: string | undefined
  /** The cookie of this browser. */
  sealed: string | undefined
  /** On whose behalf the host is asked. */
  caller: string
}

/** Signing in at the source-control host: to its page, and back with a code. */
export interface SignIn {
  /** Whether nobody can finish one without the state that it began with: nothing else ties it to the browser. */
  needsState: boolean
  /** Where to send the browser, and what it has to carry meanwhile. */
  begin(request: BeginRequest): Promise<{ location: string; sealed: string }>
  /**
   * The user's token.
   * @throws DomainError `invalid-input` when this browser has no such sign-in under way, or the host
   *   refuses the code; `rate-limited` or `unavailable` when the host is not asked now
   */
  finish(request: FinishRequest): Promise<string>
}

interface SignInDeps {
  provider: OAuthProvider
  seal: Seals['signIn']
  usedStates: UsedStates
  /** Codes are as unproven as tokens: anybody may have made them up. */
  strangers: Strangers
  /** Address of the web client. */
  frontendUrl: string
  /** Whether the host supports PKCE. */
  pkce: boolean
}

/** Sign-ins that any replica can finish: what one has begun travels in the browser's cookie. */
export function createSignIn(deps: SignInDeps): SignIn {
  const { provider, seal, usedStates, strangers, frontendUrl, pkce } = deps
  const finishing = new Set<string>()

  /**
   * The host is asked first, and what it accepted is written down: strangers, whom it refuses, cause
   * no writes. Codes are single use, so of several attempts with one code the host accepts one;
   * of several codes for one sign-in the store does.
   */
  async function once(id: string, expires: number, exchange: () => Promise<string>) {
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

  return {
    needsState: !pkce,

    async begin(request) {
      const state = request.state ?? randomText()
      const path = redirectPath(request.redirectPath)
      const codeVerifier = pkce && request.codeChallenge === undefined ? randomText() : undefined
      const codeChallenge = codeVerifier ? challengeOf(codeVerifier) : request.codeChallenge
      const location = provider.authorizeUrl({
        redirectUri: `${frontendUrl}${path}`,
        state,
        ...(pkce && codeChallenge !== undefined && { codeChallenge }),
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
      // Without the cookie a code could be anybody's: a page elsewhere may have sent it.
      if (opened === undefined) throw missingState()
      const { content: pending, id, expires } = opened
      const codeVerifier = pending.codeVerifier ?? request.codeVerifier
      // Older clients send the code alone: then PKCE ties it to the browser that asked for it.
      if (request.state === undefined && !(pkce && codeVerifier !== undefined)) {
        throw missingState()
      }
      const exchange = () =>
        provider.exchange({
          code: request.code,
          redirectUri: `${frontendUrl}${pending.redirectPath}`,
          ...(pkce && codeVerifier !== undefined && { codeVerifier }),
        })
      return once(id, expires, () => strangers.ask(request.caller, exchange))
    },
  }
}

/** Where existing clients expect the browser after the host's sign-in page. */
export const DEFAULT_REDIRECT_PATH = '/copilot/team'

const MAX_PATH_LENGTH = 512
/** One slash, then nothing that a browser could read as another host or a second header. */
const OWN_PATH = /^\/(?![/\\])[\w\-.~!$&'()*+,;=:@%/?]*$/

/** A path of the web client, or the default one when the text could lead anywhere else. */
export function redirectPath(wanted: string | undefined): string {
  const isOwn = wanted !== undefined && wanted.length <= MAX_PATH_LENGTH && OWN_PATH.test(wanted)
  return isOwn ? wanted : DEFAULT_REDIRECT_PATH
}

/** An unguessable text of 43 characters: a state, or a code verifier (RFC 7636 §4.1). */
function randomText(): string {
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
  // Digests: what is compared in constant time has one length.
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
