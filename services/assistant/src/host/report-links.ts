import { isIP } from 'node:net'
import { HostFailure } from './failure.ts'
import type { HostFetch } from './host-fetch.ts'

export interface DownloadOptions {
  fetch: HostFetch
  isAllowed: (url: URL) => boolean
  maxBytes: number
  timeoutMs: number
  /** Cancels the download. */
  signal?: AbortSignal | undefined
}

/**
 * Fetches a signed link, without the host's token.
 * @throws HostFailure
 */
export async function downloadReport(link: string, options: DownloadOptions): Promise<string> {
  const { fetch, isAllowed, maxBytes, timeoutMs } = options
  const url = URL.parse(link)
  if (!url || !isAllowed(url)) {
    // Only the host name is logged: the rest of a signed link is a credential.
    const host = url?.hostname.slice(0, 255) ?? ''
    throw new HostFailure(
      'invalid-response',
      `A report link points to a host that is not in SCM_REPORT_HOSTS: ${host}`,
    )
  }
  const { signal } = options
  try {
    const response = await fetch({ isAllowed, maxBytes, timeoutMs })(link, {
      credentials: 'omit',
      ...(signal && { signal }),
    })
    if (response.status !== 200) {
      throw new HostFailure('invalid-response', `returned ${response.status}`)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer())
  } catch (error) {
    if (!(error instanceof HostFailure)) {
      throw new HostFailure('invalid-response', 'A report link could not be read')
    }
    throw new HostFailure(error.kind, `A report link ${error.message}`)
  }
}

const HOST = /^(?:[a-z0-9*-]+\.)*[a-z0-9-]+\.[a-z][a-z0-9-]*$/i

/** Whether a pattern is a host name within one domain: not an IP address, nor a name without a dot. */
export function isReportHost(pattern: string): boolean {
  return HOST.test(pattern)
}

/**
 * Returns the check that prevents SSRF through report links: https to one of the hosts, or the origin of
 * the API that returned the link.
 *
 * @param hosts names in which `*` matches part of one label
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
    // IP addresses and names without a dot may be internal, so no pattern can allow them.
    if (isAddress(url.hostname) || !url.hostname.includes('.')) return false
    return patterns.some((pattern) => pattern.test(url.hostname))
  }
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) !== 0
}
