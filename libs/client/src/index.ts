import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import type { components, paths } from './description.ts'

/** Request and response bodies, by their names in the API description. */
export type Schemas = components['schemas']

export interface LandscapeClientOptions {
  /** Address of the gateway, such as `https://landscape.example.com`. */
  baseUrl: string
  /** Returns the caller's ID token; called before each request. Absent in development. */
  token?: () => string | Promise<string>
  /** Sends the requests; the global `fetch` when absent. */
  fetch?: typeof globalThis.fetch
}

export type LandscapeClient = Client<paths>

/** Encodes pictures, feeds and pages as JSON strings, because openapi-fetch parses every response as JSON. */
const encodeStrings: Middleware = {
  async onResponse({ response, options }) {
    const { ok, status, statusText, headers } = response
    const type = headers.get('content-type')
    const isText = ok && type !== null && !/[/+]json\b/.test(type)
    // Another `parseAs`, such as a stream, needs the unchanged response.
    if (!isText || options.parseAs !== 'json') return undefined
    return new Response(JSON.stringify(await response.text()), { status, statusText, headers })
  },
}

/**
 * Creates a client of every path of the landscape. Calls such as `GET('/api/csv')` resolve to `response` with
 * `data`, the parsed body (a string where it is not JSON), or with `error`, the problem details.
 * They reject only without a response.
 */
export function createLandscapeClient({
  baseUrl,
  token,
  fetch,
}: LandscapeClientOptions): LandscapeClient {
  const client = createFetchClient<paths>({ baseUrl, ...(fetch && { fetch }) })
  client.use(encodeStrings)
  if (token) {
    client.use({
      async onRequest({ request }) {
        request.headers.set('authorization', `Bearer ${await token()}`)
      },
    })
  }
  return client
}
