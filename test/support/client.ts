import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assertDescribed, type Description, type IsOdd } from './described.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The body, unpacked. */
  text: string
  /** The body as JSON; throws when it is not. */
  json: () => unknown
}

export interface Client {
  /**
   * Sends a request: an object as JSON, text and bytes as they are.
   * Rejects when the connection breaks or stays silent.
   */
  send: (
    method: string,
    path: string,
    body?: object | string | Buffer,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  post: (path: string, body: object, headers?: Record<string, string>) => Promise<Answer>
  put: (path: string, body: object, headers?: Record<string, string>) => Promise<Answer>
  close: () => void
}

const SILENCE_MS = 30_000

/**
 * A client that keeps its connections, up to a number of them, and holds every answer against the
 * description of the API.
 *
 * @param described `false`: what answers is not the gateway
 * @param oddRecords which records the test has stored in another shape than the described one, on purpose:
 *   they are left out of what is compared
 * @param description what answers are held against, where settings make it another than the usual one
 */
export function createClient(
  url: string,
  {
    connections = 200,
    described = true,
    oddRecords,
    description,
  }: {
    connections?: number
    described?: boolean
    oddRecords?: IsOdd
    description?: Description
  } = {},
): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const bytes = bytesOf(body)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const call = request(url + path, {
      method,
      agent,
      headers: {
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
        ...headers,
      },
    })
    call.setTimeout(SILENCE_MS, () => call.destroy(new Error(`${method} ${path}: no answer`)))
    call.once('error', reject)
    call.once('response', (answer) => {
      received(answer).then(resolve, reject)
    })
    call.end(bytes)
    const answer = await promise
    // Dot segments are resolved before anything is sent.
    if (described) {
      assertDescribed(method, call.path, answer, { isOdd: oddRecords, description })
    }
    return answer
  }

  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    close: () => agent.destroy(),
  }
}

async function received(answer: IncomingMessage): Promise<Answer> {
  const bytes = await buffer(answer)
  const text = unpacked(bytes, answer.headers['content-encoding']).toString()
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text,
    json: () => JSON.parse(text) as unknown,
  }
}

function bytesOf(body: object | string | Buffer | undefined): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The body of an answer to HEAD, and of 304, is empty whatever its headers say. */
function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || encoding === undefined) return bytes
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
}
