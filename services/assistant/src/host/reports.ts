import { rowsOf, type ReportRow } from '../usage/report-rows.ts'
import { allPages, downloadLinksIn, teamsIn } from './responses.ts'
import type { HostClient } from './client.ts'
import { HostFailure, hasStatus } from './failure.ts'
import type { UsageReports } from './port.ts'
import { downloadReport, type DownloadOptions } from './report-links.ts'

/** Timeout for all files of a report while a caller waits; the gateway's own is 30 seconds. */
const INTERACTIVE_TIMEOUT_MS = 15_000
/** Timeout for all files of a report in the collector. */
const BACKGROUND_TIMEOUT_MS = 120_000

interface ReportOptions {
  client: HostClient
  /** Base URL of the reports API. */
  org: string
  download: DownloadOptions
}

/** Reports of the source-control host; one failed file fails the report (HostFailure, ReportMalformed). */
export function createReports(options: ReportOptions): UsageReports {
  const { client, org, download: downloading } = options
  return {
    async latest(kind, take) {
      const links = await linksOf(options, `${kind}-28-day/latest`, undefined)
      const taken = await download(downloading, links ?? [], INTERACTIVE_TIMEOUT_MS, take)
      if (taken.length === 0)
        throw new HostFailure('invalid-response', 'The latest report is empty')
      return taken
    },
    async hasLatest(signal) {
      try {
        const path = 'organization-28-day/latest'
        return (await linksOf(options, path, undefined, signal)) !== undefined
      } catch (error) {
        if (hasStatus(error, 404)) return false
        throw error
      }
    },
    async day(kind, day, take, signal) {
      const links = await linksOf(options, `${kind}-1-day`, day, signal)
      return links && download(downloading, links, BACKGROUND_TIMEOUT_MS, take, signal)
    },
    teams: (signal) =>
      client.asApp(
        (octokit) => allPages(octokit, '/orgs/{org}/teams', { org }, (data) => teamsIn(data, org)),
        signal,
      ),
  }
}

/** Links to the files of a report; undefined when the host has no such report. */
async function linksOf(
  { client, org }: ReportOptions,
  path: string,
  day: string | undefined,
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  const { status, data } = await client
    .asApp(
      (octokit) =>
        octokit.request(`GET /orgs/{org}/copilot/metrics/reports/${path}`, {
          org,
          ...(day !== undefined && { day }),
        }),
      signal,
    )
    .catch(explainForbidden)
  return status === 204 ? undefined : downloadLinksIn(data)
}

/** Downloads the files of a report; all of them within a timeout (ms). */
async function download<T>(
  downloading: DownloadOptions,
  links: readonly string[],
  withinMs: number,
  take: (row: ReportRow) => T,
  signal?: AbortSignal,
): Promise<T[]> {
  const taken: T[] = []
  const until = performance.now() + withinMs
  // Sequential, so that only one file is in memory.
  for (const link of links) {
    const timeoutMs = Math.min(downloading.timeoutMs, Math.ceil(until - performance.now()))
    if (timeoutMs <= 0) throw new HostFailure('no-response', 'The files of a report took too long')
    const text = await downloadReport(link, { ...downloading, timeoutMs, signal })
    const rows = rowsOf(text)
    if (rows.length === 0 && links.length > 1) {
      throw new HostFailure('invalid-response', 'One of the files of a report is empty')
    }
    for (const row of rows) taken.push(take(row))
  }
  return taken
}

/** The likely causes of a 403 for reports. */
export const FORBIDDEN =
  'the policy "Copilot usage metrics" may be disabled, ' +
  'or the app may lack the permission "Organization Copilot metrics" (read)'

/** Adds the likely causes to a 403 that is not a rate limit. */
function explainForbidden(error: unknown): never {
  const isForbidden = error instanceof HostFailure && hasStatus(error, 403)
  if (!isForbidden || error.retryAfter !== undefined) throw error
  throw new HostFailure('rejected', `${error.message}: ${FORBIDDEN}`, { status: 403 })
}
