import { get, type RequestListener, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  closeForwarders,
  dead,
  dies,
  listen,
  ok,
  servers,
  setUp,
  stop,
  until,
} from '../../test/forward-fixture.ts'

afterEach(closeForwarders)

describe('an unreachable replica', () => {
  it('is logged, and requests wait until it responds again', async () => {
    const { url, observed, book } = await setUp({ replicas: [ok] })
    stop(servers[0]!)
    const response = fetch(url)
    await until(() => observed.events.includes('data replica-down'))
    await listen(ok, '127.0.0.1', book.port)
    expect(await (await response).text()).toBe('ok')
    expect(observed.events).toEqual(['data replica-down', 'data replica-up'])
    const about = { upstream: 'data', replica: `127.0.0.1:${book.port}` }
    expect(observed.lines).toMatchObject([
      { ...about, level: 'warn', msg: 'marked unhealthy; no requests will be routed to it' },
      { ...about, level: 'info', msg: 'marked healthy again' },
    ])
  })

  it('does not hold requests of clients that have left', async () => {
    const { url, observed } = await setUp({ replicas: [ok] })
    stop(servers[0]!)
    const leaving = get(url).on('error', () => {})
    await until(() => observed.events.includes('data replica-down'))
    leaving.destroy()
    await until(() => observed.outcomes.length > 0)
    expect(observed.outcomes).toEqual(['forwarded'])
  })
})

describe('a replica that restarts', () => {
  it('serves a read that was sent on a connection of the former process', async () => {
    const held: ServerResponse[] = []
    let isStopping = false
    const { url, observed, book } = await setUp({
      replicas: [
        (req, res) => {
          if (!isStopping) return void held.push(res)
          // Connections end in this order, that of the request first.
          req.socket.destroy()
          stop(servers[0]!)
        },
      ],
    })
    const requests = [1, 2, 3].map(async () => (await fetch(url)).text())
    await until(() => held.length === 3)
    for (const res of held) res.end()
    await Promise.all(requests)
    isStopping = true
    const response = fetch(url)
    await until(() => observed.events.includes('data replica-down'))
    await listen(ok, '127.0.0.1', book.port)
    expect(await (await response).text()).toBe('ok')
    expect(observed.events).toEqual(['data repeated', 'data replica-down', 'data replica-up'])
  })
})

describe('a silent replica', () => {
  it('is probed before its requests time out', async () => {
    const requested: string[] = []
    const projects = await listen((req, res) => {
      requested.push(req.url ?? '')
      res.end()
    })
    const { url, observed } = await setUp({
      projects,
      replicas: [(req, res) => void (req.url === '/livez' && dead(req, res))],
    })
    await fetch(`${url}/projects`)
    const leaving = get(url).on('error', () => {})
    await until(() => observed.events.includes('data replica-down'))
    expect(requested).toEqual(['/projects'])
    leaving.destroy()
  })

  it('gets few requests next to a replica that responds', async () => {
    const held: ServerResponse[] = []
    let responded = 0
    const { url } = await setUp({
      replicas: [
        (req, res) => (req.url === '/livez' ? ok(req, res) : void held.push(res)),
        (_req, res) => void res.end(() => responded++),
      ],
    })
    const requests: Promise<unknown>[] = []
    for (let n = 1; n <= 40; n++) {
      requests.push(fetch(url))
      await until(() => held.length + responded === n)
    }
    expect(held.length).toBeLessThan(12)
    for (const res of held) res.end()
    await Promise.all(requests)
  })

  it('gets no repeated request after the time-out', async () => {
    const seen: string[] = []
    const { url, observed } = await setUp({
      limits: { timeoutMs: 100 },
      replicas: [(req) => void (req.url === '/' && seen.push(req.method ?? ''))],
    })
    await fetch(url)
    expect(seen).toEqual(['GET'])
    expect(observed.outcomes).toEqual(['upstream-unavailable: The data service did not respond'])
    expect(observed.events).toEqual([])
  })
})

describe('a replica that breaks connections', () => {
  it('is probed although it responds to other requests', async () => {
    const { url, observed } = await setUp({
      replicas: [(req, res) => (req.url === '/ok' ? ok : dead)(req, res)],
    })
    // A response, so that silence does not cause the probe.
    await fetch(`${url}/ok`)
    await fetch(url, { method: 'POST' })
    await until(() => observed.events.includes('data replica-down'))
  })

  it('is probed when a response ends early', async () => {
    const half: RequestListener = (req, res) => {
      if (req.url === '/livez') return dead(req, res)
      res.writeHead(200, { 'content-length': 1_000 })
      res.write('half', () => setTimeout(() => res.destroy(), 20))
    }
    const { url, observed } = await setUp({ replicas: [half] })
    const response = await fetch(url)
    await expect(response.text()).rejects.toThrow()
    await until(() => observed.events.includes('data replica-down'))
    expect(observed.outcomes).toEqual(['upstream-unavailable: The data service did not respond'])
  })

  it.each(['GET', 'HEAD'])('has its reads repeated once by another replica: %s', async (method) => {
    const seen: string[] = []
    const { url, observed } = await setUp({ replicas: [dies(seen), dies(seen), dies(seen)] })
    await fetch(url, { method })
    expect(seen).toEqual([method, method])
    expect(observed.events).toEqual(['data repeated'])
  })
})
