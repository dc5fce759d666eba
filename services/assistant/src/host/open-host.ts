import type { Logger } from '@landscape/contracts/logger'
import type { Check } from '@landscape/runtime/process/health'
import { createLastUse, type LastUse } from '@landscape/runtime/process/last-use'
import { createHostClient, type HostClient } from './client.ts'
import { createHostCache } from './host-cache.ts'
import { createCircuit, type HostFetch } from './host-fetch.ts'
import { createBilling } from './billing.ts'
import {
  createBillingSource,
  createSampleBilling,
  createUnconfiguredBilling,
} from './billing-source.ts'
import type { Billing, BillingSource, UsageReports, UsageSource } from './port.ts'
import { createKeyReader, type KeySettings } from './private-key.ts'
import { linkRule } from './report-links.ts'
import { createReports } from './reports.ts'
import {
  createSampleSource,
  type SampleDocuments,
  createUnconfiguredSource,
  logUnconfigured,
} from './fallback-sources.ts'
import { createSourceControlHost } from './source-control-host.ts'

/** Address of the source-control host, and the app that authenticates there. */
export interface AppSettings {
  apiUrl: string
  org: string
  appId: string
  key: KeySettings
  /** Hosts to which signed report links may point. */
  reportHosts: readonly string[]
  reportMaxBytes: number
}

export interface HostSettings {
  /** Undefined when settings are missing. */
  app: AppSettings | undefined
  /** Names of the settings that are missing. */
  missing: readonly string[]
  /** Milliseconds for which usage is fresh. */
  freshMs: number
  /** Milliseconds for which the last response is served while the host is unavailable. */
  staleMs: number
}

interface HostDeps {
  development: boolean
  documents: SampleDocuments
  fetch: HostFetch
  logger: Logger
}

/** The sources, and the checks for readiness. */
interface OpenHost {
  source: UsageSource
  billingSource: BillingSource
  /** Whether a host is configured. */
  hasHost: boolean
  checks: Readonly<Record<string, Check>>
}

/** Opens the host when it is configured; otherwise sample data, in development only. */
export function openHost(
  { app, missing, freshMs, staleMs }: HostSettings,
  { development, documents, fetch, logger }: HostDeps,
): OpenHost {
  logUnconfigured(logger, 'the source-control host', { missing, development })
  if (!app) {
    const source = development ? createSampleSource(documents) : createUnconfiguredSource(missing)
    const billingSource = development
      ? createSampleBilling(documents.seats)
      : createUnconfiguredBilling()
    return { source, billingSource, hasHost: false, checks: {} }
  }
  const [hostUse, appUse] = [createLastUse(), createLastUse()]
  const debug = (text: string) => logger.debug(text)
  const connection = connectHost(app, { fetch, warn: debug, hostUse, appUse })
  const now = () => performance.now()
  const warn = (err: unknown, what: string) =>
    logger.warn({ err, what }, 'request to the source-control host failed')
  const cached = createHostCache({ freshMs, staleMs, now, warn })
  const source = createSourceControlHost({ ...app, ...connection, cached, now })
  const billingSource = createBillingSource({ ...connection, cached, warn })
  const checks = { 'source-control-host': hostUse.check, 'source-control-app': appUse.check }
  return { source, billingSource, hasHost: true, checks }
}

export interface ConnectionOptions {
  fetch: HostFetch
  /** Receives warnings and errors of Octokit. */
  warn: (text: string) => void
  /** Replaces the key of the settings, for tests. */
  privateKey?: () => Promise<string>
  retryBaseMs?: number
  requestTimeoutMs?: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** Receive the outcome of each request, and of each connection as the app. */
  hostUse?: LastUse
  appUse?: LastUse
}

const REQUEST_TIMEOUT_MS = 6_000
const PAUSE_MS = 5_000
const DOWNLOAD_TIMEOUT_MS = 20_000
const MB = 1024 * 1024
const MAX_RESPONSE_BYTES = 10 * MB

/** Creates the client of the source-control host and its reports and bills, without sending a request. */
export function connectHost(
  app: AppSettings,
  { fetch, requestTimeoutMs = REQUEST_TIMEOUT_MS, hostUse, ...options }: ConnectionOptions,
): { client: HostClient; reports: UsageReports; billing: Billing } {
  const { apiUrl, org } = app
  const { origin: own } = new URL(apiUrl)
  const now = options.now ?? (() => performance.now())
  const client = createHostClient({
    ...app,
    privateKey: createKeyReader(app.key),
    ...options,
    fetch: fetch({
      isAllowed: ({ origin }) => origin === own,
      timeoutMs: requestTimeoutMs,
      maxBytes: MAX_RESPONSE_BYTES,
      circuit: createCircuit({ pauseMs: PAUSE_MS, now, use: hostUse }),
    }),
  })
  const reports = createReports({
    client,
    org,
    download: {
      fetch,
      isAllowed: linkRule(app.reportHosts, own),
      maxBytes: app.reportMaxBytes,
      timeoutMs: Math.min(DOWNLOAD_TIMEOUT_MS, requestTimeoutMs * 3),
    },
  })
  return { client, reports, billing: createBilling({ client, org }) }
}
