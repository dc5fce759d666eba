import { createHash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@landscape/errors'
import type { Sealer } from './pending-sign-in.ts'
import { challengeOf, randomText } from './pkce.ts'
import type { OAuthProvider } from './provider.ts'
import { redirectPath } from './redirect-path.ts'
import type { UseState } from './used-states.ts'

export const SIGN_IN_SECONDS = 600

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
}

/** Signing in at the source-control host: to its page, and back with a code. */
export interface SignIn {
  /** Where to send the browser, and what it has to carry meanwhile. */
  begin(request: BeginRequest): { location: string; sealed: string }
  /**
   * The user's token.
   * @throws DomainError `invalid-input` when this browser has no such sign-in under way
   */
  finish(request: FinishRequest): Promise<string>
}

export interface SignInDeps {
  provider: OAuthProvider
  sealer: Sealer
  useState: UseState
  /** Address of the web client. */
  frontendUrl: string
  /** Whether the host supports PKCE. */
  pkce: boolean
  /** Milliseconds since the epoch. */
  now: () => number
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { provider, sealer, useState, frontendUrl, pkce, now } = deps
  return {
    begin(request) {
      const state = request.state ?? randomText()
      const path = redirectPath(request.redirectPath)
      const codeVerifier = pkce && request.codeChallenge === undefined ? randomText() : undefined
      const codeChallenge = codeVerifier ? challengeOf(codeVerifier) : request.codeChallenge
      const location = provider.authorizeUrl({
        redirectUri: `${frontendUrl}${path}`,
        state,
        ...(pkce && codeChallenge !== undefined && { codeChallenge }),
      })
      const expires = Math.floor(now() / 1000) + SIGN_IN_SECONDS
      const sealed = sealer.seal({
        state,
        ...(codeVerifier !== undefined && { codeVerifier }),
        redirectPath: path,
        expires,
      })
      return { location, sealed }
    },

    async finish(request) {
      const pending = request.sealed === undefined ? undefined : sealer.open(request.sealed)
      if (request.state !== undefined && !isSame(request.state, pending?.state)) {
        throw new DomainError('invalid-input', 'Invalid state')
      }
      // Without the cookie a code could be anybody's: a page elsewhere may have sent it.
      if (pending === undefined) throw new DomainError('invalid-input', 'Missing state')
      const codeVerifier = pending.codeVerifier ?? request.codeVerifier
      // Older clients send the code alone: then PKCE ties it to the browser that asked for it.
      if (request.state === undefined && !(pkce && codeVerifier !== undefined)) {
        throw new DomainError('invalid-input', 'Missing state')
      }
      await useState(pending.id, pending.expires)
      return provider.exchange({
        code: request.code,
        redirectUri: `${frontendUrl}${pending.redirectPath}`,
        ...(pkce && codeVerifier !== undefined && { codeVerifier }),
      })
    },
  }
}

function isSame(given: string, expected: string | undefined): boolean {
  return expected !== undefined && timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
