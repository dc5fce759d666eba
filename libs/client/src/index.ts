import type { Operations, Schemas } from './description.ts'

export type { Schemas }

export interface LandscapeClientOptions {
  /** Address of the gateway, such as `https://landscape.example.com`. */
  baseUrl: string
  /** Returns the caller's ID token; called before each request. Absent in development. */
  token?: () => string | Promise<string>
  /** Sends the requests; the global `fetch` when absent. */
  fetch?: typeof globalThis.fetch
}

/** Forms of a successful response other than the documented one. */
interface Forms {
  text: string
  blob: Blob
  arrayBuffer: ArrayBuffer
  stream: ReadableStream<Uint8Array> | null
}

/** Either `data` or `error`, and the response. */
export type Result<Data, Failure> =
  | { data: Data; error?: never; response: Response }
  | { data?: never; error: Failure; response: Response }

interface RequestOptions<Form> {
  /** Form of `data`; when absent it is parsed JSON, or a string where the response is not JSON. */
  parseAs?: Form
  headers?: Record<string, string>
  signal?: AbortSignal
}

type Member<Operation, Name extends string> =
  Operation extends Record<Name, infer Type> ? Type : never

/** Sends a request to a described path; rejects only without a response. */
type Send<Paths> = <Path extends keyof Paths & string, Form extends keyof Forms | 'json' = 'json'>(
  path: Path,
  ...[options]: object extends Member<Paths[Path], 'init'>
    ? [options?: Member<Paths[Path], 'init'> & RequestOptions<Form>]
    : [options: Member<Paths[Path], 'init'> & RequestOptions<Form>]
) => Promise<
  Result<
    Form extends keyof Forms ? Forms[Form] : Member<Paths[Path], 'data'>,
    Member<Paths[Path], 'error'>
  >
>

/** One function for each method, such as `GET('/api/csv')`. */
export type LandscapeClient = { [Method in keyof Operations]: Send<Operations[Method]> }

/** The options of any operation. */
interface AnyOptions extends RequestOptions<keyof Forms | 'json'> {
  params?: { [place in 'path' | 'query' | 'header']?: Record<string, unknown> }
  body?: unknown
}

/**
 * Creates a client of every path of the landscape. Calls such as `GET('/api/csv')` resolve to `response` with
 * `data`, the parsed body (a string where it is not JSON), or with `error`, the problem details.
 * They reject only without a response.
 */
export function createLandscapeClient(options: LandscapeClientOptions): LandscapeClient {
  const { baseUrl, token, fetch = globalThis.fetch } = options
  const sendBy =
    (method: keyof LandscapeClient) =>
    async (path: string, { params = {}, body, parseAs, headers, signal }: AnyOptions = {}) => {
      const isForm = body instanceof URLSearchParams
      const response = await fetch(baseUrl.replace(/\/$/, '') + addressOf(path, params), {
        method,
        headers: {
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...present(params.header),
          ...headers,
          ...(token && { authorization: `Bearer ${await token()}` }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      })
      return response.ok
        ? { data: await bodyOf(response, parseAs), response }
        : { error: await bodyOf(response, 'json'), response }
    }
  // The types of the description are those of the paths; at run time a path is a string.
  return {
    GET: sendBy('GET'),
    POST: sendBy('POST'),
    PUT: sendBy('PUT'),
    DELETE: sendBy('DELETE'),
  } as LandscapeClient
}

function addressOf(path: string, { path: values = {}, query }: NonNullable<AnyOptions['params']>) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const search = new URLSearchParams(present(query)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function present(values: Record<string, unknown> = {}): Record<string, string> {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

async function bodyOf(response: Response, form: keyof Forms | 'json' = 'json'): Promise<unknown> {
  if (form === 'stream') return response.body
  if (form !== 'json') return response[form]()
  const text = await response.text()
  if (!/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return text || undefined
  return text === '' ? undefined : JSON.parse(text)
}
