import type { RequestListener } from 'node:http'
import { afterAll, describe, expect, it } from '@jest/globals'
import { SERVICE_HEADER } from '@landscape/identity'
import { closeServers, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

/** A gateway before the data service at `data.example`, whose addresses the test may exchange. */
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
    upstreams: { data: `http://data.example:${port}` },
    // A machine under load may stand still for seconds; that is not what is tested.
    limits: { timeoutMs: 60_000, patienceMs, maxInFlight: 1_000 },
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
