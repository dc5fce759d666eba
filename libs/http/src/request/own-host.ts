import { isIP } from 'node:net'
import { DomainError } from '@landscape/contracts/errors/domain-error'

const FOREIGN_HOST =
  'Development mode has no sign-in and accepts only names of this machine: ' +
  'use localhost, an IP address or the name in HOST'

/**
 * Rejects requests whose `Host` is a domain that an attacker could point at this machine (DNS rebinding):
 * development mode has no sign-in.
 *
 * @param host header, with or without a port
 * @param listensOn name or address that the process listens on
 * @throws DomainError `forbidden`
 */
export function assertOwnHost(host: string | undefined, listensOn?: string): void {
  if (!isOwnHost(host ?? '', listensOn)) throw new DomainError('forbidden', FOREIGN_HOST)
}

/** Whether a host always resolves to this machine or its container network. */
function isOwnHost(host: string, listensOn?: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return (
    hostname === listensOn ||
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    /(?:^|\.)localhost$/.test(hostname) ||
    isLocalName(hostname)
  )
}

/** Whether a host is a loopback name or address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)
}

/** Whether a host is a loopback or a name without a dot, such as a container's. */
export function isLocalName(host: string): boolean {
  return isLoopback(host) || /^[a-z][\w-]*$/i.test(host)
}
