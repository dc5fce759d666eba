import { rowsOf, type ReportRow } from '../usage/report-rows.ts'
import { downloadLinksIn } from './answers.ts'
import type { HostClient } from './client.ts'
import { downloadReport, type DownloadOptions } from './report-links.ts'

/** Kinds of reports of an organisation. */
export type ReportKind = 'organization' | 'users' | 'user-teams'

/** Reports of the source-control host, file by file: large ones would not fit into memory whole. */
export interface Reports {
  /** The last 28 days that were published. */
  latest<T>(kind: 'organization' | 'users', take: (row: ReportRow) => T): Promise<T[]>
  /** One day; empty when there is no report. */
  day<T>(kind: ReportKind, day: string, take: (row: ReportRow) => T): Promise<T[]>
}

export interface ReportOptions {
  client: HostClient
  /** Base of the interface that has reports. */
  assistantApiUrl: string
  org: string
  download: DownloadOptions
}

/** @throws UpstreamFailure, ReportMalformed: a report is whole or it is none */
export function createReports(options: ReportOptions): Reports {
  const { client, assistantApiUrl, org, download } = options

  async function load<T>(path: string, day: string | undefined, take: (row: ReportRow) => T) {
    const { status, data } = await client.asApp((octokit) =>
      octokit.request(`GET ${assistantApiUrl}/orgs/{org}/copilot/metrics/reports/${path}`, {
        org,
        ...(day !== undefined && { day }),
      }),
    )
    const taken: T[] = []
    if (status === 204) return taken
    // One after the other: each file is let go before the next is read.
    for (const link of downloadLinksIn(data)) {
      for (const row of rowsOf(await downloadReport(link, download))) taken.push(take(row))
    }
    return taken
  }

  return {
    latest: (kind, take) => load(`${kind}-28-day/latest`, undefined, take),
    day: (kind, day, take) => load(`${kind}-1-day`, day, take),
  }
}
