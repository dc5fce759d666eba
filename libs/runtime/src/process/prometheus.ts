import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { routeOf } from '@landscape/http/request/begin-request'
import { listen } from '@landscape/http/server/listen'
import type { Instrument, Metrics, Reading } from '@landscape/http/telemetry/metrics'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

const UNKNOWN_ROUTE = 'none'
/** Label values; excludes e-mail addresses and most tokens. */
const LABEL_VALUE = /^[\w./:{}* -]{1,80}$/
const MAX_VALUES = 100
/** Buckets of sizes, in bytes. */
const SIZE_BUCKETS = [1e3, 1e4, 1e5, 1e6, 5e6, 2e7, 1e8]

/**
 * Serves `/metrics` on a port.
 *
 * @throws Error with a message for the operator when the port cannot be used
 */
export async function startMetrics(host: string | undefined, port: number): Promise<Metrics> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const observe = createRequestObserver(registry)
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    res.setHeader('content-type', registry.contentType)
    res.end(await registry.metrics())
  }
  const server = createServer((req, res) => void handle(req, res))
  await listen(server, host, port, 'METRICS_PORT')
  return {
    port: (server.address() as AddressInfo).port,
    ...createInstruments(registry),
    reading: createReadings(registry),
    observe,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Measures requests from their arrival to the end of their responses. */
function createRequestObserver(registry: Registry): Metrics['observe'] {
  const registers = [registry]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const inProgress = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests in progress',
    registers,
  })
  return (req, res) => {
    const started = performance.now()
    inProgress.inc()
    res.on('close', () => {
      inProgress.dec()
      durations.observe(
        {
          method: req.method ?? '',
          route: routeOf(res) ?? UNKNOWN_ROUTE,
          status: String(res.statusCode),
        },
        (performance.now() - started) / 1_000,
      )
    })
  }
}

/** Instruments by name; every definition of a name returns the same one. */
function createInstruments(registry: Registry): Pick<Metrics, 'counter' | 'gauge' | 'histogram'> {
  const registers = [registry]
  const defined = new Map<string, Instrument<string>>()
  const define =
    (make: (settings: Settings) => Instrument<string>): Metrics['counter'] =>
    (name, help, labelNames) => {
      const instrument =
        defined.get(name) ?? boundLabels(make({ name, help, labelNames, registers }))
      defined.set(name, instrument)
      return instrument
    }
  return {
    counter: define((settings) => {
      const counter = new Counter(settings)
      return (labels, value = 1) => counter.inc(labels, value)
    }),
    gauge: define((settings) => {
      const gauge = new Gauge(settings)
      return (labels, value = 1) => gauge.inc(labels, value)
    }),
    histogram: define((settings) => {
      const buckets = settings.name.endsWith('_bytes') ? { buckets: SIZE_BUCKETS } : {}
      const histogram = new Histogram({ ...settings, ...buckets })
      return (labels, value = 0) => histogram.observe(labels, value)
    }),
  }
}

/** Metrics whose values are read at each request of `/metrics`. */
function createReadings(registry: Registry): Metrics['reading'] {
  const readings = new Map<string, Series[]>()
  return ({ name, help, labels = {}, read }) => {
    const series = readings.get(name) ?? []
    series.push({ labels, read })
    if (readings.has(name)) return
    readings.set(name, series)
    const Kind = name.endsWith('_total') ? Counter : Gauge
    const metric = new Kind({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [registry],
      async collect() {
        const values = await Promise.all(series.map(async (one) => one.read()))
        metric.reset()
        for (const [i, { labels }] of series.entries()) {
          const value = values[i]
          if (value === undefined) metric.remove(labels)
          else metric.inc(labels, value)
        }
      },
    })
  }
}

type Series = Required<Pick<Reading, 'labels' | 'read'>>

interface Settings {
  name: string
  help: string
  labelNames: readonly string[]
  registers: Registry[]
}

/** Limits the values of each label in form and number. */
function boundLabels(instrument: Instrument<string>): Instrument<string> {
  const known = new Map<string, Set<string>>()
  const bounded = (label: string, value: string): string => {
    const values = known.get(label) ?? new Set()
    known.set(label, values)
    if (values.has(value)) return value
    if (values.size >= MAX_VALUES || !LABEL_VALUE.test(value)) return 'other'
    values.add(value)
    return value
  }
  return (labels, value) => {
    const entries = Object.entries(labels).map(([label, text]) => [label, bounded(label, text)])
    instrument(Object.fromEntries(entries) as Record<string, string>, value)
  }
}
