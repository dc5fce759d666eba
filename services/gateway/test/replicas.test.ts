import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from '@jest/globals'
import {
  createIdentityVerifier,
  createLogger,
  SERVICE_HEADER,
  serviceApp,
} from '@landscape/runtime'
import { closeServers, gatewayApp, listen, SECRET } from './gateway-fixture.ts'

afterAll(closeServers)

/** A gateway before services at one name, whose addresses the test may exchange. */
async function gatewayBefore(answers: readonly RequestListener[], patienceMs = 60_000) {
  const hosts: string[] = []
  let port = 0
  for (const answer of answers) {
    const host = `127.0.0.${hosts.length + 1}`
    ;({ port } = await listen(answer, host, port))
    hosts.push(host)
  }
  const book = { hosts }
  const { app, lines } = gatewayApp({
    upstreams: {
      data: `http://replicas.example:${port}`,
      projects: `http://replicas.example:${port}`,
    },
    // A machine under load may stand still for seconds; that is not what is tested.
    upstreamLimits: { timeoutMs: 60_000, patienceMs, maxInFlight: 1_000 },
    lookup: async () => book.hosts.map((address) => ({ address, family: 4 })),
  })
  return { ...(await listen(app)), book, lines }
}

const well: RequestListener = (req, res) => {
  req.resume().once('end', () => res.end(`well ${req.method}`))
}
/** Dies under every request, and lives on for our own question. */
const resets =
  (seen: string[]): RequestListener =>
  (req, res) => {
    if (req.url === '/livez') return void res.end()
    seen.push(req.method ?? '')
    req.socket.destroy()
  }
/** What another service answers at an address that was the data service's. */
const another =
  (seen: string[]): RequestListener =>
  (req, res) => {
    seen.push(String(req.headers[SERVICE_HEADER]))
    res.writeHead(421).end('{"error":"This request is meant for another service"}')
  }

describe('two replicas of a service', () => {
  it('answer every read while one of them breaks off every request', async () => {
    const seen: string[] = []
    const { url } = await gatewayBefore([resets(seen), well])
    for (let n = 0; n < 20; n++) expect((await fetch(`${url}/api/csv`)).status).toBe(200)
    const head = await fetch(`${url}/api/csv`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(seen.length).toBeGreaterThan(0)
  })

  it('get an edit once, whatever comes of it', async () => {
    const [first, second]: string[][] = [[], []]
    const { url } = await gatewayBefore([resets(first!), resets(second!)])
    const answer = await fetch(`${url}/api/csv`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(502)
    expect([...first!, ...second!]).toEqual(['POST'])
  })

  it('get a read twice at most, so that one which kills its replica does not kill all', async () => {
    const seen: string[] = []
    const { url } = await gatewayBefore([resets(seen), resets(seen), resets(seen)])
    expect((await fetch(`${url}/api/csv`)).status).toBe(502)
    expect(seen).toEqual(['GET', 'GET'])
  })

  it('take edits over from one another when one refuses connections', async () => {
    const { url, book } = await gatewayBefore([well])
    book.hosts.push('127.0.0.3')
    for (let n = 0; n < 6; n++) {
      const answer = await fetch(`${url}/api/csv`, { method: 'POST', body: '{}' })
      expect(await answer.text()).toBe('well POST')
    }
  })
})

describe('an address that is another service by now', () => {
  it.each(['GET', 'DELETE', 'POST'])(
    'makes the gateway look again and repeat a %s',
    async (method) => {
      const seen: string[] = []
      let isAnother = false
      const { url, book } = await gatewayBefore([
        (req, res) => {
          const answer = isAnother ? another(seen) : well
          answer(req, res)
        },
        well,
      ])
      const right = book.hosts.pop()!
      const ask = async () => (await fetch(`${url}/api/csv`, { method })).text()
      expect(await ask()).toBe(`well ${method}`)
      isAnother = true
      book.hosts = [right]
      expect(await ask()).toBe(`well ${method}`)
      // Only the answer made it look again: what it knew was not a second old.
      expect(seen).toContain('data')
    },
  )

  it('is told to a client as 503 when there is no other', async () => {
    const seen: string[] = []
    const { url, book } = await gatewayBefore([another(seen), well], 0)
    book.hosts.pop()
    const never = await fetch(`${url}/api/csv`)
    expect(never.status).toBe(503)
    expect(never.headers.get('retry-after')).toBe('5')
    expect(await never.json()).toMatchObject({ error: 'The data service is not available' })
  })
})

describe('an edit that comes to an address that is another service by now', () => {
  const REGISTRY = '/api/v1/projects'
  const edit = (method: string, bytes: number) => ({
    method,
    body: `"${'x'.repeat(bytes - 2)}"`,
    headers: { 'content-type': 'application/json' },
  })

  /** The registry's address is the data service's, as it really answers, from the second edit on. */
  async function exchanged() {
    const stored: string[] = []
    const store = async (req: IncomingMessage, res: ServerResponse) => {
      stored.push(`${req.method} ${await text(req)}`)
      res.end('{}')
    }
    let isAnother = false
    const data = serviceApp({
      title: 'Data',
      routes: [],
      identity: createIdentityVerifier([SECRET], 'data'),
      logger: createLogger({ service: 'data', level: 'silent' }),
      health: { checks: {}, isDraining: () => false },
      bodyLimit: 1_000_000,
      checkReplies: true,
    })
    const registry: RequestListener = (req, res) => {
      if (req.url === '/livez') res.end()
      else void store(req, res)
    }
    const gateway = await gatewayBefore([
      (req, res) => {
        const answer = isAnother ? data : registry
        answer(req, res)
      },
      registry,
    ])
    const right = gateway.book.hosts.pop()!
    await fetch(gateway.url + REGISTRY, edit('POST', 2))
    stored.length = 0
    isAnother = true
    return { ...gateway, right, stored }
  }

  it.each([
    ['POST', REGISTRY, 100],
    ['PUT', `${REGISTRY}/Plans`, 200_000],
  ])('is repeated where the registry is now, and stored once: %s', async (method, path, bytes) => {
    const { url, book, right, stored } = await exchanged()
    book.hosts = [right]
    const sent = edit(method, bytes)
    const answer = await fetch(url + path, sent)
    expect(answer.status).toBe(200)
    expect(stored).toEqual([`${method} ${sent.body}`])
  })

  it('is 503 when its body was streamed and is gone, and nothing is stored', async () => {
    const { url, book, right, stored } = await exchanged()
    book.hosts = [right]
    const sent = edit('POST', 500_000)
    const answer = await fetch(url + REGISTRY, sent)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ error: 'The projects service is not available' })
    expect(stored).toEqual([])
    // Whoever tries again is served.
    expect((await fetch(url + REGISTRY, sent)).status).toBe(200)
    expect(stored).toEqual([`POST ${sent.body}`])
  })

  it('is 503 as well when its body came in chunks of unknown number', async () => {
    const { url, book, right, stored } = await exchanged()
    book.hosts = [right]
    const { headers, body } = edit('POST', 500_000)
    const chunked = new Blob([body]).stream()
    const answer = await fetch(url + REGISTRY, {
      method: 'POST',
      headers,
      body: chunked,
      duplex: 'half',
    })
    expect(answer.status).toBe(503)
    expect(stored).toEqual([])
  })
})

describe('what a service is told', () => {
  it('is its name, whatever a client says', async () => {
    const seen: unknown[] = []
    const { url } = await gatewayBefore([
      (req, res) => {
        seen.push(req.headers[SERVICE_HEADER])
        res.end()
      },
    ])
    await fetch(`${url}/api/csv`, { headers: { [SERVICE_HEADER]: 'projects' } })
    expect(seen).toEqual(['data'])
  })
})
