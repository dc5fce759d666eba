import { isIP } from 'node:net'
import { HostFailure } from './failure.ts'
import { readBody, type Fetch } from './guarded-fetch.ts'

export interface DownloadOptions {
  fetch: Fetch
  isAllowed: (url: URL) => boolean
  maxBytes: number
  timeoutMs: number
  /** Gives the download up. */
  signal?: AbortSignal | undefined
}

/**
 * Fetches a signed link. It carries its own permission: the host's token is never sent along.
 * @throws HostFailure
 */
export async function downloadReport(link: string, options: DownloadOptions): Promise<string> {
  const { fetch, isAllowed, maxBytes, timeoutMs } = options
  const url = URL.parse(link)
  if (!url || !isAllowed(url)) {
    // The host alone: whoever sets up the service needs it, and the rest is a permission.
    const host = url?.hostname.slice(0, 255) ?? ''
    throw new HostFailure(
      'unusable',
      `A report link points to a host that SCM_REPORT_HOSTS does not name: ${host}`,
    )
  }
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  try {
    const response = await fetch(link, { redirect: 'error', credentials: 'omit', signal })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new HostFailure('unusable', `A report link answered ${response.status}`)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBody(response, maxBytes))
  } catch (error) {
    if (error instanceof HostFailure) throw error
    if (deadline.aborted) throw new HostFailure('silent', 'A report link took too long')
    throw new HostFailure('unusable', 'A report link could not be read')
  }
}

const HOST = /^(?:[a-z0-9*-]+\.)*[a-z0-9-]+\.[a-z][a-z0-9-]*$/i

/**
 * Whether a pattern names hosts that reports may come from: whole names, neither addresses nor
 * machines without a domain, and within one domain.
 */
export function isReportHost(pattern: string): boolean {
  return HOST.test(pattern)
}

/**
 * Which links may be fetched: https to one of the hosts, by name, or the very origin of the interface that
 * gave the link. Links are data from outside: without this they could name any machine near us.
 *
 * @param hosts names in which a star stands for part of one label
 */
export function linkRule(hosts: readonly string[], ownOrigin: string): (url: URL) => boolean {
  const patterns = hosts.map(
    (host) =>
      new RegExp(
        `^${host
          .toLowerCase()
          .replace(/[^a-z0-9*-]/g, '\\$&')
          .replaceAll('*', '[a-z0-9-]*')}$`,
      ),
  )
  return (url) => {
    if (url.username !== '' || url.password !== '') return false
    if (url.origin === ownOrigin) return true
    if (url.protocol !== 'https:' || url.port !== '') return false
    // Addresses, and machines without a domain, are near us: no pattern makes them a report host.
    if (isAddress(url.hostname) || !url.hostname.includes('.')) return false
    return patterns.some((pattern) => pattern.test(url.hostname))
  }
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) !== 0
}
