import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { switchable } from './switchable.ts'

/**
 * Starts a proxy in front of an S3 server that counts requests by kind and key, rejected ones included, and
 * can delay requests, truncate responses and drop responses.
 */
export async function startCountingProxy(upstream: string) {
  const agent = new Agent({ keepAlive: true })
  const requestCounts = new Map<string, number>()
  const truncations = new Map<string, number>()
  let droppedShare = 0
  let notModified = 0
  let delay: (() => number) | undefined
  const mustTruncate = (key: string) => {
    const left = truncations.get(key) ?? 0
    truncations.set(key, left - 1)
    return left > 0
  }
  const server = createServer((req, res) => {
    const { method = '', url = '' } = req
    const key = decodeURIComponent(new URL(url, upstream).pathname.split('/').slice(2).join('/'))
    const kind = url.includes('list-type=2') ? 'LIST' : method
    const name = `${kind} ${key}`
    requestCounts.set(name, (requestCounts.get(name) ?? 0) + 1)
    if (delay) setTimeout(() => pass(req, res, key), delay())
    else pass(req, res, key)
  })

  function pass(req: IncomingMessage, res: ServerResponse, key: string): void {
    // The client may have disconnected during the delay.
    if (res.destroyed) return
    const { method, url = '', headers } = req
    // The signature covers `Host`: headers are forwarded unchanged.
    const out = request(upstream + url, { method, headers, agent }, (response) => {
      if (Math.random() < droppedShare) {
        response.destroy()
        res.destroy()
        return
      }
      if (response.statusCode === 304) notModified++
      if (method === 'GET' && response.statusCode === 200 && mustTruncate(key)) {
        void truncate(response, res).catch(() => res.destroy())
        return
      }
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
    })
    out.once('error', () => res.destroy())
    req.pipe(out)
  }
  const { origin, disconnect, reconnect } = await switchable(server)
  return {
    endpoint: origin,
    /** Puts of one key since the start. */
    of: (key: string) => requestCounts.get(`PUT ${key}`) ?? 0,
    /** Requests since the start, by kind (`GET`, `PUT`, `LIST`, `DELETE`) and key, as `GET messages.json`. */
    requestCounts: (): ReadonlyMap<string, number> => requestCounts,
    /** Number of 304 responses since the start. */
    notModified: () => notModified,
    /** Delay in milliseconds before each request is forwarded, from now on. */
    delay: (ms: () => number) => void (delay = ms),
    /** Truncates the next `responses` that contain this object. */
    truncate: (key: string, responses: number) => void truncations.set(key, responses),
    /** Share of responses to drop from now on, 0 to 1; the store has executed their requests. */
    drop: (share: number) => void (droppedShare = share),
    /** Stops listening, as an unavailable store. */
    disconnect,
    /** Accepts connections again, on the same port. */
    reconnect,
    async close() {
      agent.destroy()
      await disconnect()
    },
  }
}

/** Sends the first half of a response with the original ETag and a matching length. */
async function truncate(response: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await buffer(response)
  const half = body.subarray(0, body.length / 2)
  const { etag, 'content-type': type } = response.headers
  const meta = Object.entries(response.headers).filter(([name]) => name.startsWith('x-amz-meta-'))
  res.writeHead(200, {
    ...Object.fromEntries(meta),
    etag,
    'content-type': type,
    'content-length': half.length,
  })
  res.end(half)
}
