import { rowsOf, type ReportRow } from '../usage/report-rows.ts'
import { allPages, downloadLinksIn, teamsIn } from './responses.ts'
import type { HostClient } from './client.ts'
import { HostFailure } from './failure.ts'
import type { UsageReports } from './port.ts'
import { downloadReport, type DownloadOptions } from './report-links.ts'

/** Timeout for all files of a report while a caller waits; the gateway's own is 30 seconds. */
const INTERACTIVE_TIMEOUT_MS = 15_000
/** Timeout for all files of a report in the collector. */
const BACKGROUND_TIMEOUT_MS = 120_000

interface ReportOptions {
  client: HostClient
  /** Base URL of the reports API. */
  assistantApiUrl: string
  org: string
  download: DownloadOptions
}

/** Reports of the source-control host; one failed file fails the report (HostFailure, ReportMalformed). */
export function createReports(options: ReportOptions): UsageReports {
  const { client, assistantApiUrl, org, download } = options

  async function load<T>(
    path: string,
    day: string | undefined,
    withinMs: number,
    take: (row: ReportRow) => T,
    signal?: AbortSignal,
  ) {
    const { status, data } = await client.asApp(
      (octokit) =>
        octokit.request(`GET ${assistantApiUrl}/orgs/{org}/copilot/metrics/reports/${path}`, {
          org,
          ...(day !== undefined && { day }),
        }),
      signal,
    )
    const taken: T[] = []
    if (status === 204) return taken
    const until = performance.now() + withinMs
    // Sequential, so that only one file is in memory.
    const links = downloadLinksIn(data)
    for (const link of links) {
      const timeoutMs = Math.min(download.timeoutMs, Math.ceil(until - performance.now()))
      if (timeoutMs <= 0)
        throw new HostFailure('no-response', 'The files of a report took too long')
      const text = await downloadReport(link, { ...download, timeoutMs, signal })
      const rows = rowsOf(text)
      if (rows.length === 0 && links.length > 1) {
        throw new HostFailure('invalid-response', 'One of the files of a report is empty')
      }
      for (const row of rows) taken.push(take(row))
    }
    return taken
  }

  return {
    async latest(kind, take) {
      const taken = await load(`${kind}-28-day/latest`, undefined, INTERACTIVE_TIMEOUT_MS, take)
      if (taken.length === 0)
        throw new HostFailure('invalid-response', 'The latest report is empty')
      return taken
    },
    day: (kind, day, take, signal) =>
      load(`${kind}-1-day`, day, BACKGROUND_TIMEOUT_MS, take, signal),
    teams: (signal) =>
      client.asApp(
        (octokit) => allPages(octokit, '/orgs/{org}/teams', { org }, (data) => teamsIn(data, org)),
        signal,
      ),
  }
}
