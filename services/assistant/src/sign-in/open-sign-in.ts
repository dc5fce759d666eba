import type { UsedStates } from '@landscape/contracts/assistant'
import type { Logger } from '@landscape/contracts/logger'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { HostFetch } from '../host/host-fetch.ts'
import { createAnonymousBudget } from '../host/anonymous-budget.ts'
import { logUnconfigured } from '../host/fallback-sources.ts'
import { createSessionCookies, type SessionCookies } from './cookies.ts'
import { createHostProvider, type HostProviderOptions } from './host-provider.ts'
import { createUnconfiguredProvider, sampleProvider } from './provider.ts'
import { createSeals, type Seals } from './seals.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createUsedStates } from './used-states.ts'

export interface SignInSettings {
  /** The OAuth client at the host; undefined when settings are missing. */
  client: Omit<HostProviderOptions, 'fetch'> | undefined
  /** Names of the settings that are missing. */
  missing: readonly string[]
  /** Address of the web client; required for a sign-in at the host. */
  frontendUrl: string | undefined
  /** Shared by all replicas; the first seals cookies, any opens them. */
  secrets: readonly string[]
}

interface SignInDeps {
  development: boolean
  usedStates: StoredDocument<UsedStates>
  fetch: HostFetch
  logger: Logger
}

/** The sign-in with its cookies and their seals. */
export interface SignInParts {
  signIn: SignIn
  cookies: SessionCookies
  seals: Seals
}

/** Rejected codes within five minutes: at most 10 per caller and 1,000 in total. */
const CODE_BUDGET = { maxEach: 10, maxAll: 1_000, windowMs: 300_000, maxAtOnce: 30 }

/** Opens the sign-in at the host when it is configured; otherwise the sample user's, in development only. */
export function openSignIn(
  { client, missing, frontendUrl = '', secrets }: SignInSettings,
  { development, usedStates, fetch, logger }: SignInDeps,
): SignInParts {
  logUnconfigured(logger, 'the sign-in', { missing, development })
  const fallback = development ? sampleProvider : createUnconfiguredProvider(missing)
  const seals = createSeals(secrets, Date.now)
  const signIn = createSignIn({
    provider: client ? createHostProvider({ ...client, fetch }) : fallback,
    seal: seals.signIn,
    usedStates: createUsedStates(usedStates, Date.now),
    codeBudget: createAnonymousBudget({ ...CODE_BUDGET, now: () => performance.now() }),
    frontendUrl,
  })
  // Local development uses http, over which browsers drop Secure cookies.
  return { signIn, cookies: createSessionCookies(!development), seals }
}
