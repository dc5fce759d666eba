import { rowsOf, type ReportRow } from '../usage/report-rows.ts'
import { allPages, downloadLinksIn, teamsIn } from './answers.ts'
import type { HostClient } from './client.ts'
import { HostFailure } from './failure.ts'
import type { UsageReports } from './port.ts'
import { downloadReport, type DownloadOptions } from './report-links.ts'

/** Milliseconds for all files of a report; the gateway gives an answer up after 30 seconds. */
const SOMEBODY_WAITS_MS = 15_000
const NOBODY_WAITS_MS = 120_000

interface ReportOptions {
  client: HostClient
  /** Base of the interface that has reports. */
  assistantApiUrl: string
  org: string
  download: DownloadOptions
}

/**
 * Reports of the source-control host. A report is whole or it is none: when one of its files fails,
 * so does the report (HostFailure, ReportMalformed).
 */
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
    // One after the other: each file is let go before the next is read.
    const links = downloadLinksIn(data)
    for (const link of links) {
      const timeoutMs = Math.min(download.timeoutMs, Math.ceil(until - performance.now()))
      if (timeoutMs <= 0) throw new HostFailure('silent', 'The files of a report took too long')
      const text = await downloadReport(link, { ...download, timeoutMs, signal })
      const rows = rowsOf(text)
      if (rows.length === 0 && links.length > 1) {
        throw new HostFailure('unusable', 'One of the files of a report is empty')
      }
      for (const row of rows) taken.push(take(row))
    }
    return taken
  }

  return {
    async latest(kind, take) {
      const taken = await load(`${kind}-28-day/latest`, undefined, SOMEBODY_WAITS_MS, take)
      // Four weeks in which there was nothing at all are not a report.
      if (taken.length === 0) throw new HostFailure('unusable', 'The last report is empty')
      return taken
    },
    day: (kind, day, take, signal) => load(`${kind}-1-day`, day, NOBODY_WAITS_MS, take, signal),
    teams: (signal) =>
      client.asApp(
        (octokit) => allPages(octokit, '/orgs/{org}/teams', { org }, (data) => teamsIn(data, org)),
        signal,
      ),
  }
}
