import type { Logger } from '@landscape/logging'
import { createLastUse, type Check, type LastUse } from '@landscape/service'
import { createHostClient, type HostClient } from './client.ts'
import { conditionalFetch } from './conditional-fetch.ts'
import { guardedFetch, observedFetch, pausingFetch, type Fetch } from './guarded-fetch.ts'
import type { UsageReports, UsageSource } from './port.ts'
import { createKeyReader, type KeySettings } from './private-key.ts'
import { linkRule } from './report-links.ts'
import { createReports } from './reports.ts'
import {
  createSampleSource,
  type SampleDocuments,
  createUnconfiguredSource,
  logUnconfigured,
} from './stand-ins.ts'
import { createSourceControlHost } from './source-control-host.ts'

/** Where the source-control host is, and as which app it is asked. */
export interface AppSettings {
  apiUrl: string
  /** Base of the interface with seats and reports, where that is another one. */
  assistantApiUrl: string
  org: string
  appId: string
  key: KeySettings
  /** Hosts to which signed report links may point. */
  reportHosts: readonly string[]
  reportMaxBytes: number
}

export interface HostSettings {
  /** Absent while something is missing. */
  app: AppSettings | undefined
  /** Names of the settings that are missing. */
  missing: readonly string[]
  /** Milliseconds for which usage counts as current. */
  freshMs: number
  /** Milliseconds for which the last answer is served while the host is away. */
  staleMs: number
}

interface HostDeps {
  development: boolean
  documents: SampleDocuments
  fetch: Fetch
  logger: Logger
}

/** What asks the host, and how it was when it was last asked. */
interface OpenHost {
  source: UsageSource
  reports?: UsageReports
  checks: Readonly<Record<string, Check>>
}

/** The host when it is set up; else sample data in development, and nowhere else. */
export function openHost(
  { app, missing, freshMs, staleMs }: HostSettings,
  { development, documents, fetch, logger }: HostDeps,
): OpenHost {
  logUnconfigured(logger, 'the source-control host', { missing, development })
  if (!app) {
    const source = development ? createSampleSource(documents) : createUnconfiguredSource(missing)
    return { source, checks: {} }
  }
  const [hostUse, appUse] = [createLastUse(), createLastUse()]
  const warn = (text: string) => logger.debug(text)
  const connection = connectHost(app, { fetch, warn, hostUse, appUse })
  const source = createSourceControlHost({
    ...app,
    ...connection,
    freshMs,
    staleMs,
    now: () => performance.now(),
    warn: (err, what) => logger.warn({ err, what }, 'the source-control host failed'),
  })
  const checks = { 'source-control-host': hostUse.check, 'source-control-app': appUse.check }
  return { source, reports: connection.reports, checks }
}

export interface ConnectionOptions {
  fetch: Fetch
  /** Told what the client of the host has to say. */
  warn: (text: string) => void
  /** Instead of what the settings name. */
  privateKey?: () => Promise<string>
  retryBaseMs?: number
  requestTimeoutMs?: number
  /** Milliseconds; the differences count. */
  now?: () => number
  /** Told how each use of the host went, and each connection as the app. */
  hostUse?: LastUse
  appUse?: LastUse
}

const REQUEST_TIMEOUT_MS = 6_000
const PAUSE_MS = 5_000
const DOWNLOAD_TIMEOUT_MS = 20_000
const MB = 1024 * 1024
const MAX_ANSWER_BYTES = 10 * MB
const REMEMBERED_BYTES = 16 * MB

/** The one client of the source-control host, and its reports. Nothing is asked yet. */
export function connectHost(
  app: AppSettings,
  { fetch, requestTimeoutMs = REQUEST_TIMEOUT_MS, hostUse, ...options }: ConnectionOptions,
): { client: HostClient; reports: UsageReports } {
  const { apiUrl, assistantApiUrl, org } = app
  const guarded = guardedFetch(fetch, {
    origins: [new URL(apiUrl).origin, new URL(assistantApiUrl).origin],
    timeoutMs: requestTimeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  })
  const pausing = pausingFetch(hostUse ? observedFetch(guarded, hostUse) : guarded, {
    pauseMs: PAUSE_MS,
    now: options.now ?? (() => performance.now()),
  })
  const client = createHostClient({
    ...app,
    privateKey: createKeyReader(app.key),
    ...options,
    fetch: conditionalFetch(pausing, REMEMBERED_BYTES),
  })
  const reports = createReports({
    client,
    assistantApiUrl,
    org,
    download: {
      fetch,
      isAllowed: linkRule(app.reportHosts, new URL(assistantApiUrl).origin),
      maxBytes: app.reportMaxBytes,
      timeoutMs: Math.min(DOWNLOAD_TIMEOUT_MS, requestTimeoutMs * 3),
    },
  })
  return { client, reports }
}
