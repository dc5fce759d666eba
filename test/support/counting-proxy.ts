import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { switchable } from './switchable.ts'

/**
 * Starts a proxy in front of an S3 server that counts requests by kind and key, rejected ones included, and
 * can delay requests and drop responses.
 */
export async function startCountingProxy(upstream: string) {
  const agent = new Agent({ keepAlive: true })
  const requestCounts = new Map<string, number>()
  let droppedShare = 0
  let notModified = 0
  let delay: (() => number) | undefined
  const server = createServer((req, res) => {
    const { method = '', url = '' } = req
    const key = decodeURIComponent(new URL(url, upstream).pathname.split('/').slice(2).join('/'))
    const kind = url.includes('list-type=2') ? 'LIST' : method
    const name = `${kind} ${key}`
    requestCounts.set(name, (requestCounts.get(name) ?? 0) + 1)
    if (delay) setTimeout(() => pass(req, res), delay())
    else pass(req, res)
  })

  function pass(req: IncomingMessage, res: ServerResponse): void {
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
