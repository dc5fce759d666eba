import { OPERATIONS, type Operations, type Schemas } from './description.ts'

export type { Operations, Schemas }

export interface LandscapeClientOptions {
  /** Address of the gateway, such as `https://landscape.example.com`. */
  baseUrl: string
  /** Returns the caller's ID token, or an API key; called before each request. Absent in development. */
  token?: () => string | Promise<string>
  /** Sends the requests; the global `fetch` when absent. */
  fetch?: typeof globalThis.fetch
}

export interface RequestOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A successful response: its parsed JSON, or a string where it is not JSON. `response` can be read again, as a blob. */
export interface Reply<Data> {
  data: Data
  response: Response
}

/** A response other than 2xx. Its message ends with the request id, which finds the request in the logs. */
export class LandscapeError extends Error {
  override readonly name = 'LandscapeError'
  readonly response: Response
  readonly status: number
  readonly requestId: string | undefined
  /** Details of the problem; absent when another program responded, such as a load balancer. */
  readonly problem: Schemas['Problem'] | undefined

  constructor(response: Response, data: unknown) {
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
    const problem = isProblem ? (data as Schemas['Problem']) : undefined
    const requestId = response.headers.get('x-request-id') ?? problem?.requestId
    const details = [response.status, requestId && `request ${requestId}`].filter(Boolean)
    const message = problem?.error ?? (response.statusText || 'The request failed')
    super(`${message} (${details.join(', ')})`)
    this.response = response
    this.status = response.status
    this.requestId = requestId
    this.problem = problem
  }
}

type Name = keyof Operations
type Input<N extends Name> = Operations[N]['input']
type Data<N extends Name> = Operations[N]['data']
type Arguments<N extends Name> =
  object extends Input<N>
    ? [input?: Input<N>, options?: RequestOptions]
    : [input: Input<N>, options?: RequestOptions]
type Paged = { [N in Name]: Operations[N] extends { paged: true } ? N : never }[Name]
type Edit = { [N in Name]: 'ifMatch' extends keyof Input<N> ? N : never }[Name]
/** The parameters that an edit has in common with the read before it. */
type Target<E extends Edit> = Omit<Input<E>, 'body' | 'ifMatch'>
type ReadFor<E extends Edit> = { [N in Name]: Target<E> extends Input<N> ? N : never }[Name]

/** One method for each operation, named by its `operationId`, and two that combine requests. */
export type LandscapeClient = {
  [N in Name]: (...args: Arguments<N>) => Promise<Reply<Data<N>>>
} & {
  /** Yields the data of each page; `Link` names the next one. */
  pages<N extends Paged>(name: N, ...args: Arguments<N>): AsyncGenerator<Data<N>, void, undefined>
  /**
   * Reads a document and sends the changed one with the `ETag` of the read as `If-Match`. Repeats both once when
   * somebody else changed it in the meantime.
   */
  edit<E extends Edit, R extends ReadFor<E>>(
    read: R,
    edit: E,
    target: Target<E>,
    change: (data: Data<R>) => Input<E>['body'] | Promise<Input<E>['body']>,
  ): Promise<Reply<Data<E>>>
}

type AnyInput = Readonly<Record<string, unknown>>

/**
 * Creates a client of every operation of the landscape. Its methods throw `LandscapeError` for a response other than
 * 2xx, and the error of `fetch` without a response.
 */
export function createLandscapeClient(options: LandscapeClientOptions): LandscapeClient {
  const { token, fetch = globalThis.fetch } = options
  const baseUrl = options.baseUrl.replace(/\/$/, '')

  async function send(address: string, { body, ifMatch }: AnyInput, options: RequestOptions = {}) {
    const [method = '', path = ''] = address.split(' ')
    const isJson = body !== undefined && !(body instanceof URLSearchParams)
    const headers = {
      ...(isJson && { 'content-type': 'application/json' }),
      ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
      ...options.headers,
      ...(token && { authorization: `Bearer ${await token()}` }),
    }
    const sent = isJson ? { body: JSON.stringify(body) } : body !== undefined && { body }
    const response = await fetch(baseUrl + path, { ...options, method, headers, ...sent })
    const copy = response.clone()
    if (!response.ok) throw new LandscapeError(response, await copy.json().catch(() => undefined))
    const text = await copy.text()
    const isParsed = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== ''
    const data: unknown = isParsed ? JSON.parse(text) : text || undefined
    return { data, response }
  }

  const call = async (name: Name, input: AnyInput = {}, options?: RequestOptions) =>
    send(addressOf(OPERATIONS[name], input), input, options)

  async function* pages(name: Name, input: AnyInput = {}, options?: RequestOptions) {
    for (let next: string | undefined = addressOf(OPERATIONS[name], input); next;) {
      const { data, response } = await send(next, {}, options)
      yield data
      const [, link] = /<([^<>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '') ?? []
      const url = link && new URL(link, 'https://gateway')
      // The path only: another host must not get the token.
      next = url && `GET ${url.pathname.replace(/^\/+/, '/')}${url.search}`
    }
  }

  type Change = (data: unknown) => unknown
  async function edit(read: Name, name: Name, target: AnyInput, change: Change, isLast = false) {
    const { data, response } = await call(read, target)
    const ifMatch = response.headers.get('etag')
    if (ifMatch === null) throw new Error(`${read} returned no ETag`)
    const body = await change(data)
    return call(name, { ...target, body, ifMatch }).catch(
      (error: unknown): ReturnType<typeof call> => {
        if (isLast || !(error instanceof LandscapeError) || error.status !== 412) throw error
        return edit(read, name, target, change, true)
      },
    )
  }

  const methods = (Object.keys(OPERATIONS) as Name[]).map((name) => [name, call.bind(null, name)])
  // At run time names are strings and inputs are records.
  return { ...Object.fromEntries(methods), pages, edit } as LandscapeClient
}

function addressOf(address: string, input: AnyInput): string {
  const isInQuery = (name: string) =>
    !['body', 'ifMatch'].includes(name) && !address.includes(`{${name}}`)
  const path = address.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(input[name]).toWellFormed())
    // A URL with such a segment is that of another operation.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} cannot be "${value}" in a path`)
    return value
  })
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(input).filter(([name]) => isInQuery(name)))
    for (const value of [values ?? []].flat() as string[]) query.append(name, value)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
