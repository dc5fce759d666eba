import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createIdentityVerifier, SERVICE_HEADER } from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { serviceApp } from '@landscape/runtime/process/service-app'
import { closeServers, gatewayApp, listen, SECRET } from './gateway-fixture.ts'

afterAll(closeServers)

/** Starts a gateway with services at one host name; the test may replace `book.hosts`, its addresses. */
async function gatewayWith(replicas: readonly RequestListener[], patienceMs = 60_000) {
  const hosts: string[] = []
  let port = 0
  for (const replica of replicas) {
    const host = `127.0.0.${hosts.length + 1}`
    ;({ port } = await listen(replica, host, port))
    hosts.push(host)
  }
  const book = { hosts }
  const { app, lines } = gatewayApp({
    upstreams: {
      data: `http://replicas.example:${port}`,
      projects: `http://replicas.example:${port}`,
    },
    // A busy machine may pause for seconds.
    upstreamLimits: { timeoutMs: 60_000, patienceMs },
    lookup: async () => book.hosts.map((address) => ({ address, family: 4 })),
  })
  return { ...(await listen(app)), book, lines }
}

const healthy: RequestListener = (req, res) => {
  req.resume().once('end', () => res.end(`OK ${req.method}`))
}
/** Resets every connection except those of probes. */
const resets =
  (seen: string[]): RequestListener =>
  (req, res) => {
    if (req.url === '/livez') return void res.end()
    seen.push(req.method ?? '')
    req.socket.destroy()
  }
/** Returns 421, as another service does at a former address of the data service. */
const misdirected =
  (seen: string[]): RequestListener =>
  (req, res) => {
    seen.push(String(req.headers[SERVICE_HEADER]))
    res.writeHead(421).end('{"error":"This request is meant for another service"}')
  }

describe('two replicas of a service', () => {
  it('serve every read while one resets every connection', async () => {
    const seen: string[] = []
    const { url } = await gatewayWith([resets(seen), healthy])
    for (let n = 0; n < 20; n++) expect((await fetch(`${url}/api/csv`)).status).toBe(200)
    const head = await fetch(`${url}/api/csv`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(seen.length).toBeGreaterThan(0)
  })

  it('receive an edit once when it fails', async () => {
    const [first, second]: string[][] = [[], []]
    const { url } = await gatewayWith([resets(first!), resets(second!)])
    const response = await fetch(`${url}/api/csv`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(502)
    expect([...first!, ...second!]).toEqual(['POST'])
  })

  it('receive a failing read at most twice', async () => {
    const seen: string[] = []
    const { url } = await gatewayWith([resets(seen), resets(seen), resets(seen)])
    expect((await fetch(`${url}/api/csv`)).status).toBe(502)
    expect(seen).toEqual(['GET', 'GET'])
  })

  it('serve an edit while one has no listener', async () => {
    const { url, book } = await gatewayWith([healthy])
    book.hosts.push('127.0.0.3')
    for (let n = 0; n < 6; n++) {
      const response = await fetch(`${url}/api/csv`, { method: 'POST', body: '{}' })
      expect(await response.text()).toBe('OK POST')
    }
  })
})

describe('a replica that is stopping', () => {
  it('gets no edit while another replica responds', async () => {
    const seen: string[] = []
    let isStopping = false
    const replica: RequestListener = (req, res) => {
      if (isStopping) res.setHeader('connection', 'close')
      if (req.url !== '/livez') seen.push(req.method ?? '')
      healthy(req, res)
    }
    const { url, lines } = await gatewayWith([replica, healthy])
    while (seen.length === 0) await fetch(`${url}/api/csv`)
    isStopping = true
    while (!lines.join('').includes('marked unhealthy')) await fetch(`${url}/api/csv`)
    seen.length = 0
    for (let n = 0; n < 6; n++) {
      const response = await fetch(`${url}/api/csv`, { method: 'POST', body: '{}' })
      expect(await response.text()).toBe('OK POST')
    }
    expect(seen).toEqual([])
  })
})

describe('an address that another service has taken over', () => {
  it.each(['GET', 'DELETE', 'POST'])('causes a new lookup and a repeated %s', async (method) => {
    const seen: string[] = []
    let isTakenOver = false
    const { url, book } = await gatewayWith([
      (req, res) => {
        const respond = isTakenOver ? misdirected(seen) : healthy
        respond(req, res)
      },
      healthy,
    ])
    const current = book.hosts.pop()!
    const send = async () => (await fetch(`${url}/api/csv`, { method })).text()
    expect(await send()).toBe(`OK ${method}`)
    isTakenOver = true
    book.hosts = [current]
    expect(await send()).toBe(`OK ${method}`)
    // The cached addresses were less than a second old, so only the 421 caused the lookup.
    expect(seen).toContain('data')
  })

  it('causes a 503 without another address', async () => {
    const seen: string[] = []
    const { url, book } = await gatewayWith([misdirected(seen), healthy], 0)
    book.hosts.pop()
    const response = await fetch(`${url}/api/csv`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ error: 'The data service is not available' })
  })
})

describe('an edit sent to an address that another service has taken over', () => {
  const REGISTRY = '/api/v1/projects'
  const edit = (method: string, bytes: number) => ({
    method,
    body: `"${'x'.repeat(bytes - 2)}"`,
    headers: { 'content-type': 'application/json' },
  })

  /** Starts a gateway whose registry address belongs to a real data service from the second edit. */
  async function exchanged() {
    const stored: string[] = []
    const store = async (req: IncomingMessage, res: ServerResponse) => {
      stored.push(`${req.method} ${await text(req)}`)
      res.end('{}')
    }
    let isTakenOver = false
    const data = serviceApp({
      routes: [],
      identity: createIdentityVerifier([SECRET], 'data'),
      logger: createLogger({ service: 'data', level: 'silent', destination: { write() {} } }),
      health: { checks: {}, isDraining: () => false },
      bodyLimit: 1_000_000,
      checkReplies: true,
    })
    const registry: RequestListener = (req, res) => {
      if (req.url === '/livez') res.end()
      else void store(req, res)
    }
    const gateway = await gatewayWith([
      (req, res) => {
        const respond = isTakenOver ? data : registry
        respond(req, res)
      },
      registry,
    ])
    const current = gateway.book.hosts.pop()!
    await fetch(gateway.url + REGISTRY, edit('POST', 2))
    stored.length = 0
    isTakenOver = true
    return { ...gateway, current, stored }
  }

  it.each([
    ['POST', REGISTRY, 100],
    ['PUT', `${REGISTRY}/Plans`, 200_000],
  ])('is repeated at the current address and stored once: %s', async (method, path, bytes) => {
    const { url, book, current, stored } = await exchanged()
    book.hosts = [current]
    const sent = edit(method, bytes)
    const response = await fetch(url + path, sent)
    expect(response.status).toBe(200)
    expect(stored).toEqual([`${method} ${sent.body}`])
  })

  it('causes a 503 and stores nothing when its body was streamed', async () => {
    const { url, book, current, stored } = await exchanged()
    book.hosts = [current]
    const sent = edit('POST', 500_000)
    const response = await fetch(url + REGISTRY, sent)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ error: 'The projects service is not available' })
    expect(stored).toEqual([])
    // A repeated edit succeeds.
    expect((await fetch(url + REGISTRY, sent)).status).toBe(200)
    expect(stored).toEqual([`POST ${sent.body}`])
  })

  it('causes a 503 when its body was streamed in chunks', async () => {
    const { url, book, current, stored } = await exchanged()
    book.hosts = [current]
    const { headers, body } = edit('POST', 500_000)
    const chunked = new Blob([body]).stream()
    const response = await fetch(url + REGISTRY, {
      method: 'POST',
      headers,
      body: chunked,
      duplex: 'half',
    })
    expect(response.status).toBe(503)
    expect(stored).toEqual([])
  })
})

describe('the service header', () => {
  it('contains the name of the service instead of the value of a client', async () => {
    const seen: unknown[] = []
    const { url } = await gatewayWith([
      (req, res) => {
        seen.push(req.headers[SERVICE_HEADER])
        res.end()
      },
    ])
    await fetch(`${url}/api/csv`, { headers: { [SERVICE_HEADER]: 'projects' } })
    expect(seen).toEqual(['data'])
  })
})
