import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { serve } from '@landscape/http/server/serve'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { createLogger } from '../logging/create-logger.ts'
import { startMetrics } from './prometheus.ts'

const host = '127.0.0.1'
const logger = createLogger({ service: 'test', level: 'silent', destination: { write() {} } })

let metrics: Metrics | undefined
afterEach(() => metrics?.close())

async function open(): Promise<Metrics> {
  metrics = await startMetrics(host, 0)
  return metrics
}

async function text({ port }: Metrics): Promise<string> {
  return (await fetch(`http://${host}:${port}/metrics`)).text()
}

describe('startMetrics', () => {
  it('serves request metrics on a separate port until the server has drained', async () => {
    const metrics = await open()
    const running = await serve((_req, res) => res.end('done'), {
      host,
      port: 0,
      metrics,
      logger,
    })
    expect(await (await fetch(`http://${host}:${running.port}/`)).text()).toBe('done')
    const count = 'http_request_duration_seconds_count{method="GET",route="none",status="200"} 1'
    let seen = ''
    while (!seen.includes(count)) seen = await text(metrics)
    expect(seen).toContain('http_requests_in_progress 0')
    expect(seen).toContain('nodejs_eventloop_lag_seconds')
    expect((await fetch(`http://${host}:${metrics.port}/`)).status).toBe(404)
    await running.drain()
    await expect(text(metrics)).rejects.toThrow('fetch failed')
  })

  it('counts connections without a valid request', async () => {
    const metrics = await open()
    const running = await serve((req) => void req.resume(), {
      host,
      port: 0,
      metrics,
      logger,
      requestMs: 100,
    })
    const head = 'POST / HTTP/1.1\r\nHost: a\r\n'
    for (const sent of [
      `${head}Content-Length: 9\r\n\r\n{`,
      `${head}X: ${'x'.repeat(90_000)}\r\n\r\n`,
      'no HTTP\r\n\r\n',
    ]) {
      const socket = connect(running.port, host)
      socket.resume().write(sent)
      await once(socket, 'close')
    }
    const seen = await text(metrics)
    for (const kind of ['request-too-slow', 'headers-too-large', 'malformed']) {
      expect(seen).toContain(
        `landscape_problems_total{kind="${kind}",route="none",reason="none"} 1`,
      )
    }
    await running.drain()
  })

  it('names METRICS_PORT when the port is in use', async () => {
    const other = createServer().listen(0, host)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(startMetrics(host, port)).rejects.toThrow('set METRICS_PORT to another port')
    other.close()
  })

  it('adds values of every definition of the same metric', async () => {
    const metrics = await open()
    const define = () => metrics.counter('landscape_tests_total', 'Tests', ['outcome'])
    define()({ outcome: 'good' })
    define()({ outcome: 'good' }, 2)
    const level = metrics.gauge('landscape_tests_under_way', 'Tests now', [])
    level({})
    level({}, 4)
    level({}, -2)
    const seen = await text(metrics)
    expect(seen).toContain('landscape_tests_total{outcome="good"} 3')
    expect(seen).toContain('landscape_tests_under_way 3')
  })

  it('reads values at each request and omits undefined ones', async () => {
    const metrics = await open()
    let current: number | undefined
    const read = async () => current
    metrics.reading({ name: 'landscape_tests_age_seconds', help: 'Age', read })
    const labels = { kind: 'a' }
    metrics.reading({ name: 'landscape_tests_total', help: 'Tests', labels, read: () => current })
    const others = { kind: 'b' }
    const more = () => current && current + 1
    metrics.reading({ name: 'landscape_tests_total', help: 'Tests', labels: others, read: more })
    expect(await text(metrics)).not.toMatch(/^landscape_tests/m)
    current = 7
    await text(metrics)
    current = 5
    const seen = await text(metrics)
    expect(seen).toContain('\nlandscape_tests_age_seconds 5')
    expect(seen).toContain('# TYPE landscape_tests_total counter')
    expect(seen).toContain('\nlandscape_tests_total{kind="a"} 5')
    expect(seen).toContain('\nlandscape_tests_total{kind="b"} 6')
  })

  it('uses size buckets for metrics in bytes', async () => {
    const metrics = await open()
    metrics.histogram('landscape_tests_bytes', 'Sizes', [])({}, 14_000_000)
    expect(await text(metrics)).toContain('landscape_tests_bytes_bucket{le="20000000"} 1')
  })

  it('bounds the label values that callers choose', async () => {
    const metrics = await open()
    const count = metrics.counter('landscape_tests_total', 'Tests', ['route'])
    count({ route: 'kim@acme.example' })
    count({ route: `eyJ${'x'.repeat(200)}` })
    for (let n = 0; n < 1_000; n++) count({ route: `/made/up/${n}` })
    const seen = await text(metrics)
    expect(seen).not.toMatch(/kim|eyJ/)
    expect(seen.match(/^landscape_tests_total/gm)).toHaveLength(101)
    expect(seen).toContain('landscape_tests_total{route="other"} 902')
  })
})
