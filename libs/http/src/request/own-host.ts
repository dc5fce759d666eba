import { isIP } from 'node:net'
import { DomainError } from '@landscape/contracts'

const FOREIGN_HOST =
  'In development mode nobody signs in, so only names of this machine are served: use localhost, an IP address or the name in HOST'

/**
 * Refuses every request under a name that a stranger could register and point at this machine, so that a
 * page of theirs counts as ours (DNS rebinding): for development mode, where nobody signs in.
 *
 * @param host as the client spells it, with a port or without
 * @param listensOn the name or address that the process was told to listen on
 * @throws DomainError `forbidden`
 */
export function assertOwnHost(host: string | undefined, listensOn?: string): void {
  if (!isOwnHost(host ?? '', listensOn)) throw new DomainError('forbidden', FOREIGN_HOST)
}

/** Whether a host can only lead to this machine or its container network. An address is no name. */
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

/** Whether a host name can only be this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)
}

/** Whether a host is this machine or a name without a dot, as containers call each other. */
export function isLocalName(host: string): boolean {
  return isLoopback(host) || /^[a-z][\w-]*$/i.test(host)
}
