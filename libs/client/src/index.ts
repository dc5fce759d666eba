import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './description.ts'

/** Shapes of what is sent and answered, by the names of the API description. */
export type Schemas = components['schemas']

export interface LandscapeClientOptions {
  /** Address of the gateway, such as `https://landscape.example.com`. */
  baseUrl: string
  /** The caller's ID token, asked for before each request; none in development. */
  token?: () => string | Promise<string>
  /** What sends the requests; the platform's own when absent. */
  fetch?: typeof globalThis.fetch
}

export type LandscapeClient = Client<paths>

/**
 * A client that knows every path of the landscape. `GET('/api/csv')` and the like resolve to the parsed
 * body in `data`, or to the refusal in `error`, with the `response` beside it; they reject only when
 * there is no answer.
 */
export function createLandscapeClient({
  baseUrl,
  token,
  fetch,
}: LandscapeClientOptions): LandscapeClient {
  const client = createFetchClient<paths>({ baseUrl, ...(fetch && { fetch }) })
  if (token) {
    client.use({
      async onRequest({ request }) {
        request.headers.set('authorization', `Bearer ${await token()}`)
      },
    })
  }
  return client
}
