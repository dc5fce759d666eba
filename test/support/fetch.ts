import { assertDescribed } from './described.ts'

const gateways = new Set<string>()

/** Makes an address known as a gateway's: its answers are those of the API. */
export function knowGateway(url: string): void {
  gateways.add(url)
}

/**
 * The `fetch` of end-to-end tests: it holds what gateways answer against the description of the API. Others
 * answer as they like.
 */
export const fetch: typeof globalThis.fetch = async (input, init) => {
  const { url, method } = input instanceof Request ? input : new Request(input, init)
  const answer = await globalThis.fetch(input, init)
  const { origin, pathname, search } = new URL(url)
  // Where a redirect leads is another's answer.
  if (!gateways.has(origin) || answer.redirected) return answer
  const { status } = answer
  const headers = Object.fromEntries(answer.headers)
  const text = await answer.clone().text()
  assertDescribed(method, pathname + search, { status, headers, text })
  return answer
}
