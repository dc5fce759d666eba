import { conditionalFetch } from '../upstream/conditional-fetch.ts'
import { guardedFetch, type Fetch } from '../upstream/guarded-fetch.ts'
import { pausingFetch } from '../upstream/host-pause.ts'
import { createHostClient, type HostClient } from './client.ts'
import { linkRule } from './report-links.ts'
import type { UsageReports } from '../sources/usage-reports.ts'
import { createReports } from './reports.ts'

export interface GitHubOptions {
  apiUrl: string
  /** Base of the interface with seats and reports, where that is another one. */
  assistantApiUrl: string
  apiVersion: string
  org: string
  appId: string
  privateKey: () => Promise<string>
  /** Hosts to which signed report links may point. */
  reportHosts: readonly string[]
  reportMaxBytes: number
  fetch: Fetch
  warn: (text: string) => void
  retryBaseMs?: number
  requestTimeoutMs?: number
  /** Milliseconds; the differences count. */
  now?: () => number
}

const REQUEST_TIMEOUT_MS = 6_000
const PAUSE_MS = 5_000
const DOWNLOAD_TIMEOUT_MS = 20_000
const MB = 1024 * 1024
const MAX_ANSWER_BYTES = 10 * MB
const REMEMBERED_BYTES = 16 * MB

/** The client of the source-control host and its reports. */
export function createGitHub(options: GitHubOptions): {
  client: HostClient
  reports: UsageReports
} {
  const { apiUrl, assistantApiUrl, fetch, org, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options
  const guarded = guardedFetch(fetch, {
    origins: [new URL(apiUrl).origin, new URL(assistantApiUrl).origin],
    timeoutMs: requestTimeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  })
  const pausing = pausingFetch(guarded, {
    pauseMs: PAUSE_MS,
    now: options.now ?? (() => performance.now()),
  })
  const client = createHostClient({
    ...options,
    fetch: conditionalFetch(pausing, REMEMBERED_BYTES),
  })
  const reports = createReports({
    client,
    assistantApiUrl,
    org,
    download: {
      fetch,
      isAllowed: linkRule(options.reportHosts, new URL(assistantApiUrl).origin),
      maxBytes: options.reportMaxBytes,
      timeoutMs: Math.min(DOWNLOAD_TIMEOUT_MS, requestTimeoutMs * 3),
    },
  })
  return { client, reports }
}
