import { assertDescribed } from './described.ts'

const gateways = new Set<string>()

/** Registers the address of a gateway: its responses are validated. */
export function registerGateway(url: string): void {
  gateways.add(url)
}

/**
 * The `fetch` of end-to-end tests: validates the responses of registered gateways against the API
 * description.
 */
export const fetch: typeof globalThis.fetch = async (input, init) => {
  const { url, method } = input instanceof Request ? input : new Request(input, init)
  const response = await globalThis.fetch(input, init)
  const { origin, pathname, search } = new URL(url)
  // The target of a redirect may be another server.
  if (!gateways.has(origin) || response.redirected) return response
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  const text = await response.clone().text()
  assertDescribed(method, pathname + search, { status, headers, text })
  return response
}
