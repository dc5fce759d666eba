import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of an S3 server that counts puts by key, also those that are refused. */
export async function startCountingProxy(upstream: string) {
  const agent = new Agent({ keepAlive: true })
  const puts = new Map<string, number>()
  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req
    if (method === 'PUT') {
      const key = decodeURIComponent(new URL(url, upstream).pathname.split('/').slice(2).join('/'))
      puts.set(key, (puts.get(key) ?? 0) + 1)
    }
    // The very headers: the signature covers Host.
    const out = request(upstream + url, { method, headers, agent }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    out.once('error', () => res.destroy())
    req.pipe(out)
  })
  let port = 0
  const accept = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const refuse = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  await accept()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Puts of one key since the start. */
    of: (key: string) => puts.get(key) ?? 0,
    /** Refuses connections, as a store that is away. */
    refuse,
    /** Accepts connections again, on the same port. */
    accept,
    async close() {
      agent.destroy()
      await refuse()
    },
  }
}
