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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Puts of one key since the start. */
    of: (key: string) => puts.get(key) ?? 0,
    async close() {
      agent.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
