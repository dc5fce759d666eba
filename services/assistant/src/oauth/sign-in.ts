import { createHash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@landscape/errors'
import type { Seals } from '../cookies/seals.ts'
import type { Strangers } from '../upstream/strangers.ts'
import { challengeOf, randomText } from './pkce.ts'
import type { OAuthProvider } from './provider.ts'
import { redirectPath } from './redirect-path.ts'
import type { UsedStates } from './used-states.ts'

export interface BeginRequest {
  state?: string | undefined
  /** Of a client that keeps the verifier itself. */
  codeChallenge?: string | undefined
  redirectPath?: string | undefined
}

export interface FinishRequest {
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
  /** Where to send the browser, and what it has to carry meanwhile. */
  begin(request: BeginRequest): Promise<{ location: string; sealed: string }>
  /**
   * The user's token.
   * @throws DomainError `invalid-input` when this browser has no such sign-in under way, or the host
   *   refuses the code; `rate-limited` or `unavailable` when the host is not asked now
   */
  finish(request: FinishRequest): Promise<string>
}

export interface SignInDeps {
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
      if (opened === undefined) throw new DomainError('invalid-input', 'Missing state')
      const { content: pending, id, expires } = opened
      const codeVerifier = pending.codeVerifier ?? request.codeVerifier
      // Older clients send the code alone: then PKCE ties it to the browser that asked for it.
      if (request.state === undefined && !(pkce && codeVerifier !== undefined)) {
        throw new DomainError('invalid-input', 'Missing state')
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

function invalidState(): DomainError {
  return new DomainError('invalid-input', 'Invalid state')
}

function isSame(given: string, expected: string | undefined): boolean {
  return expected !== undefined && timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
