import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
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

/** Gives pictures, feeds and pages to the client as JSON of their texts: it takes every answer for JSON. */
const readTexts: Middleware = {
  async onResponse({ response, options }) {
    const { ok, status, statusText, headers } = response
    const type = headers.get('content-type')
    const isText = ok && type !== null && !/[/+]json\b/.test(type)
    // Who asks for something else, such as a stream, gets that.
    if (!isText || options.parseAs !== 'json') return undefined
    return new Response(JSON.stringify(await response.text()), { status, statusText, headers })
  },
}

/**
 * A client that knows every path of the landscape. `GET('/api/csv')` and the like resolve to the parsed
 * body in `data`, which is a text where the answer is no JSON, or to the refusal in `error`, with the `response`
 * beside it; they reject only when there is no answer.
 */
export function createLandscapeClient({
  baseUrl,
  token,
  fetch,
}: LandscapeClientOptions): LandscapeClient {
  const client = createFetchClient<paths>({ baseUrl, ...(fetch && { fetch }) })
  client.use(readTexts)
  if (token) {
    client.use({
      async onRequest({ request }) {
        request.headers.set('authorization', `Bearer ${await token()}`)
      },
    })
  }
  return client
}
