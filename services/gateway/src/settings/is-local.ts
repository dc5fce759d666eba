/** Whether a host name can only be this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)
}

/** Whether a user pool is that of the local identity provider, whose keys anybody may hold. */
export function isLocalPool(userPoolId: string | undefined): boolean {
  return userPoolId?.startsWith('xx-local-1_') ?? false
}

/** Whether a host is this machine or a name without a dot, as containers call each other. */
export function isLocalName(host: string): boolean {
  return isLoopback(host) || /^[a-z][\w-]*$/i.test(host)
}
