import type { UsedStates } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import type { Logger } from '@landscape/logging'
import type { Fetch } from '../host/guarded-fetch.ts'
import { createStrangers } from '../host/strangers.ts'
import { logUnconfigured } from '../host/stand-ins.ts'
import { createSessionCookies, type SessionCookies } from './cookies.ts'
import { createHostProvider, type HostProviderOptions } from './host-provider.ts'
import { createUnconfiguredProvider, sampleProvider } from './provider.ts'
import { createSeals, type Seals } from './seals.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createUsedStates } from './used-states.ts'

export interface SignInSettings {
  /** Where users sign in, and as which client; absent while something is missing. */
  client: Omit<HostProviderOptions, 'fetch'> | undefined
  /** Names of the settings that are missing. */
  missing: readonly string[]
  /** Address of the web client, without which nobody can sign in at a host. */
  frontendUrl: string | undefined
  /** Whether the host supports PKCE. */
  pkce: boolean
  /** Shared by all replicas; the first seals cookies, any opens them. */
  secrets: readonly string[]
}

interface SignInDeps {
  development: boolean
  usedStates: StoredDocument<UsedStates>
  fetch: Fetch
  logger: Logger
}

/** The sign-in, and what a browser carries of it. */
export interface SignInParts {
  signIn: SignIn
  cookies: SessionCookies
  seals: Seals
}

/** Who is wrong ten times may try again in five minutes; a thousand wrong codes are an attack. */
const UNPROVEN_CODES = { maxEach: 10, maxAll: 1_000, windowMs: 300_000, maxAtOnce: 30 }

/** Signing in at the host when it is set up; else as a sample user in development, and nowhere else. */
export function openSignIn(
  { client, missing, frontendUrl = '', pkce, secrets }: SignInSettings,
  { development, usedStates, fetch, logger }: SignInDeps,
): SignInParts {
  logUnconfigured(logger, 'the sign-in', { missing, development })
  const standIn = development ? sampleProvider : createUnconfiguredProvider(missing)
  const seals = createSeals(secrets, Date.now)
  const signIn = createSignIn({
    provider: client ? createHostProvider({ ...client, fetch }) : standIn,
    seal: seals.signIn,
    usedStates: createUsedStates(usedStates, Date.now),
    strangers: createStrangers({ ...UNPROVEN_CODES, now: () => performance.now() }),
    frontendUrl,
    pkce,
  })
  // Browsers on a laptop speak http.
  return { signIn, cookies: createSessionCookies(!development), seals }
}
