import { Agent, request } from 'node:http'

export interface Answer {
  /** 0 when the connection broke. */
  status: number
  /** Bytes of the body. */
  bytes: number
  /** The body, complete up to `MAX_TEXT`. */
  text: string
  type: string
}

export interface Sender {
  (
    method: string,
    url: string,
    headers?: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<Answer>
}

const MAX_TEXT = 32_000_000
/** The gateway gives up before. */
const MAX_WAIT_MS = 60_000

/** Creates a function that sends requests; paths are sent as they are. */
export function createSender(): { send: Sender; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const send: Sender = async (method, url, headers = {}, body) => {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const broken = (error: Error) => resolve({ status: 0, bytes: 0, text: error.message, type: '' })
    const { origin } = new URL(url)
    const call = request(origin, {
      agent,
      method,
      path: url.slice(origin.length),
      headers: {
        accept: 'application/json, */*;q=0.5',
        ...headers,
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      },
    })
    call.setTimeout(MAX_WAIT_MS, () => call.destroy(new Error('no response')))
    call.once('error', broken)
    call.once('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= MAX_TEXT) chunks.push(chunk)
      })
      response.once('error', broken)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          bytes: size,
          text: Buffer.concat(chunks).toString(),
          type: response.headers['content-type'] ?? '',
        }),
      )
    })
    call.end(bytes)
    return promise
  }
  return { send, close: () => agent.destroy() }
}
