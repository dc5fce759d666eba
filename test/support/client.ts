import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assertDescribed, type IsMalformed } from './described.ts'

export interface ClientResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The decompressed body. */
  text: string
  /** The body as JSON; throws when it is not. */
  json: () => unknown
}

export interface Client {
  /**
   * Sends a request: an object as JSON, strings and bytes unchanged.
   * Rejects when the connection breaks or is idle for `IDLE_MS`.
   */
  send: (
    method: string,
    path: string,
    body?: object | string | Buffer,
    headers?: Record<string, string>,
  ) => Promise<ClientResponse>
  get: (path: string, headers?: Record<string, string>) => Promise<ClientResponse>
  post: (path: string, body: object, headers?: Record<string, string>) => Promise<ClientResponse>
  put: (path: string, body: object, headers?: Record<string, string>) => Promise<ClientResponse>
  close: () => void
}

const IDLE_MS = 240_000

/**
 * Creates a client with a pool of connections that validates every response against the API description.
 *
 * @param described `false` when the server is not a gateway
 * @param malformedRecords matches records that the test stored malformed on purpose; they are not validated
 */
export function createClient(
  url: string,
  {
    connections = 200,
    described = true,
    malformedRecords,
  }: {
    connections?: number
    described?: boolean
    malformedRecords?: IsMalformed
  } = {},
): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const bytes = bytesOf(body)
    const { promise, resolve, reject } = Promise.withResolvers<ClientResponse>()
    const call = request(url + path, {
      method,
      agent,
      headers: {
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
        ...headers,
      },
    })
    call.setTimeout(IDLE_MS, () => call.destroy(new Error(`${method} ${path}: no response`)))
    call.once('error', reject)
    call.once('response', (response) => {
      received(response).then(resolve, reject)
    })
    call.end(bytes)
    const response = await promise
    // `call.path` has its dot segments resolved.
    if (described) {
      assertDescribed(method, call.path, response, { isMalformed: malformedRecords })
    }
    return response
  }

  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    close: () => agent.destroy(),
  }
}

async function received(response: IncomingMessage): Promise<ClientResponse> {
  const bytes = await buffer(response)
  const text = decompressed(bytes, response.headers['content-encoding']).toString()
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as unknown,
  }
}

function bytesOf(body: object | string | Buffer | undefined): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Decompresses a body; those of HEAD and 304 are empty despite their `Content-Encoding`. */
function decompressed(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || encoding === undefined) return bytes
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
}
