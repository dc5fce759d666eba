import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { listen } from './listen.ts'
import { routeOf } from './request-context.ts'

/** Figures of one process, for Prometheus, on a port that is not the service's. */
export interface Metrics {
  port: number
  /** Counts the request once its answer is over. */
  observe: (req: IncomingMessage, res: ServerResponse) => void
  close: () => void
}

/** Routes are templates, so the number of series does not grow with what callers ask for. */
const UNKNOWN_ROUTE = 'none'

/** @throws Error with a text for the operator when the port cannot be used */
export async function startMetrics(host: string, port: number): Promise<Metrics> {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const underWay = new Gauge({
    name: 'http_requests_under_way',
    help: 'Requests that arrived and are not answered yet',
    registers,
  })
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    res.setHeader('content-type', registry.contentType)
    res.end(await registry.metrics())
  }
  const server = createServer((req, res) => void answer(req, res))
  await listen(server, host, port, 'METRICS_PORT')
  return {
    port: (server.address() as AddressInfo).port,
    observe(req, res) {
      const started = performance.now()
      underWay.inc()
      res.once('close', () => {
        underWay.dec()
        durations.observe(
          {
            method: req.method ?? '',
            route: routeOf(res) ?? UNKNOWN_ROUTE,
            status: String(res.statusCode),
          },
          (performance.now() - started) / 1_000,
        )
      })
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
