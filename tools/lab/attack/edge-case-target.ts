import { once } from 'node:events'
import { createServer } from 'node:net'
import { fetch } from '../../../test/support/fetch.ts'
import type { ClientResponse } from '../../../test/support/client.ts'
import { freePorts } from '../../../test/support/free-ports.ts'
import { startProduction, type Production } from '../../../test/support/production.ts'
import { onStage } from '../stage.ts'

export interface Target extends Production {
  /** The metrics of a service in the Prometheus format. */
  metrics: (service: 'gateway' | 'projects') => Promise<string>
}

/** Raw responses of a fake data service, by path. */
const INVALID_RESPONSES: Readonly<Record<string, string>> = {
  '/api/csv': 'HTTP/1.1 099 Invalid\r\nContent-Length: 0\r\n\r\n',
  '/api/json': 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
}
/** Matches the API description, with which `fetch` compares responses. */
const VALID_RESPONSE =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n' +
  'Cache-Control: no-cache\r\nETag: "well"\r\nContent-Length: 15\r\n\r\n{"messages":[]}'
export const SLOW_PATH = '/api/banners'
/** Longer than the default idle timeout of a connection, shorter than `TIMEOUT_SECONDS`. */
export const SLOW_MS = 63_000
export const TIMEOUT_SECONDS = 90

/** A data service with invalid responses and a late one; `/livez` is valid. */
async function startFakeService(port: number) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (request) => {
      const path = request.toString('latin1').split(' ', 2)[1] ?? ''
      const respond = () => void socket.write(INVALID_RESPONSES[path] ?? VALID_RESPONSE)
      if (path === SLOW_PATH) setTimeout(respond, SLOW_MS).unref()
      else respond()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { stop: async () => void server.close() }
}

/** Starts the services with a fake data service. */
export async function startEdgeCases(): Promise<Target> {
  const [data = 0, gateway = 0, projects = 0] = await freePorts(3)
  return onStage(async (start) => {
    await start(startFakeService(data))
    const env = {
      DATA_URL: `http://127.0.0.1:${data}`,
      UPSTREAM_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    }
    const target = await start(startProduction({ services: ['admin-review'], env }))
    const ports = { projects, gateway }
    await target.start('projects', { METRICS_PORT: String(projects) })
    await target.start('gateway', { METRICS_PORT: String(gateway) })
    const metrics: Target['metrics'] = async (service) =>
      (await fetch(`http://127.0.0.1:${ports[service]}/metrics`)).text()
    return { ...target, metrics }
  })
}

/** A request of a named user; `root` is an administrator. */
export type UserRequest = [
  method: string,
  path: string,
  options?: { as?: string; body?: object | string; headers?: Record<string, string> },
]
/** Sends a request of any user. */
export const requestTo =
  ({ client, issuer }: Target) =>
  (...[method, path, options = {}]: UserRequest): Promise<ClientResponse> => {
    const { as, body, headers } = options
    const person = { email: `${as}@acme.example`, groups: as === 'root' ? ['admin'] : [] }
    const signedIn = as === undefined ? {} : issuer.headersFor(person)
    return client.send(method, path, body, { ...signedIn, ...headers })
  }
