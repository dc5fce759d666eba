import { isIP } from 'node:net'

/** Whether a host name can only be this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)
}

/**
 * Whether a host name, as a client spells it, can only lead to this machine or its container network:
 * what no stranger can register and point here (DNS rebinding). An address is no name.
 */
export function isOwnHost(host: string, listensOn?: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return (
    hostname === listensOn ||
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    /(?:^|\.)localhost$/.test(hostname) ||
    isLocalName(hostname)
  )
}

/** Whether a user pool is that of the local identity provider, whose keys anybody may hold. */
export function isLocalPool(userPoolId: string | undefined): boolean {
  return userPoolId?.startsWith('xx-local-1_') ?? false
}

/** Whether a host is this machine or a name without a dot, as containers call each other. */
export function isLocalName(host: string): boolean {
  return isLoopback(host) || /^[a-z][\w-]*$/i.test(host)
}
