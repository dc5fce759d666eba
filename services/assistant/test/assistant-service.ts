import { DOCUMENTS } from '@landscape/contracts/documents'
import type { Group } from '@landscape/contracts/identity'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
} from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { openMonths } from '@landscape/store/documents/open-months'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { createApp } from '../src/app.ts'
import { createSampleBilling } from '../src/host/billing-source.ts'
import type { BillingSource, UsageSource } from '../src/host/port.ts'
import type { Prices } from '../src/spend/read-spend.ts'
import { createSampleSource, type SampleDocuments } from '../src/host/fallback-sources.ts'
import { createAnonymousBudget } from '../src/host/anonymous-budget.ts'
import { createSessionCookies } from '../src/sign-in/cookies.ts'
import { sampleProvider, type OAuthProvider } from '../src/sign-in/provider.ts'
import { createSeals } from '../src/sign-in/seals.ts'
import { createSignIn } from '../src/sign-in/sign-in.ts'
import { createUsedStates } from '../src/sign-in/used-states.ts'

const NAMES = [
  'seats',
  'organisationHistory',
  'archivedDays',
  'archivedCounts',
  'teamsHistory',
  'teams',
  'adminTeams',
  'usedStates',
  'settledDays',
  'lastRun',
  'spend',
] as const

const SECRET = 'a-secret-of-more-than-32-characters'
export const FRONTEND = 'https://landscape.example'
const signer = createIdentitySigner(SECRET)

/** The identity header of the gateway for a caller with these groups. */
export async function as(...groups: (Group | 'guest')[]): Promise<Record<string, string>> {
  const identity = { subject: '1', email: 'kim@acme.example', groups }
  return { [IDENTITY_HEADER]: await signer.sign(identity, 'assistant') }
}

export interface Options {
  store?: ObjectStore
  source?: UsageSource | ((documents: SampleDocuments) => UsageSource)
  billingSource?: BillingSource
  prices?: Partial<Prices>
  provider?: OAuthProvider
  frontendUrl?: string
  secureCookies?: boolean
  now?: () => number
  existingClients?: boolean
}

/** The assistant service with a store of the given documents (values, or raw strings). */
export async function assistantService(
  stored: Partial<Record<keyof typeof DOCUMENTS, unknown>> = {},
  options: Options = {},
) {
  const store = options.store ?? createEmbeddedStore(':memory:')
  const put = (name: keyof typeof DOCUMENTS, value: unknown) =>
    replace(
      store,
      DOCUMENTS[name].ref,
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    )
  for (const name of Object.keys(stored) as (keyof typeof DOCUMENTS)[]) {
    await put(name, stored[name])
  }
  const logs: string[] = []
  const logger = createLogger({
    service: 'assistant',
    level: 'info',
    destination: { write: (line) => void logs.push(line) },
  })
  const documents = { ...openDocuments(store, NAMES, { logger }), ...openMonths(store, { logger }) }
  const now = options.now ?? Date.now
  const seals = createSeals([SECRET], now)
  const source = options.source ?? createSampleSource
  const app = createApp({
    source: typeof source === 'function' ? source(documents) : source,
    billingSource: options.billingSource ?? createSampleBilling(documents.seats),
    prices: { creditsPerSeat: undefined, seatPrice: undefined, ...options.prices },
    now,
    documents,
    existingClients: options.existingClients ?? false,
    signIn: createSignIn({
      provider: options.provider ?? sampleProvider,
      seal: seals.signIn,
      usedStates: createUsedStates(documents.usedStates, now),
      codeBudget: createAnonymousBudget({
        maxEach: 10,
        maxAll: 100,
        windowMs: 300_000,
        maxAtOnce: 30,
        now: () => performance.now(),
      }),
      frontendUrl: options.frontendUrl ?? FRONTEND,
    }),
    cookies: createSessionCookies(options.secureCookies ?? true),
    seals,
    identity: createIdentityVerifier([SECRET], 'assistant'),
    logger,
    health: { checks: {}, isDraining: () => false },
    bodyLimit: 100_000,
    checkReplies: true,
  })
  return { app, store, put, documents, logger, logs, seals }
}
