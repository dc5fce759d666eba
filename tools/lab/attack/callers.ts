import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../../test/support/client.ts'
import type { Production } from '../../../test/support/production.ts'
import type { AttackSuite, Outcome } from './attack.ts'

const PER_MINUTE = 30
const MAX_CONCURRENT = 16
const KIM = { email: 'kim@acme.example', groups: ['admin'] }
const LEE = { email: 'lee@acme.example', groups: ['admin'] }

/** Sends a request with each `X-Forwarded-For` value and counts the responses by status. */
async function countStatuses(url: string, chains: readonly string[], path = '/api/banners') {
  const client = createClient(url)
  const counts = new Map<number, number>()
  for (const chain of chains) {
    const { status } = await client.get(path, { 'x-forwarded-for': chain })
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  client.close()
  return counts
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** Holds if the caller is stopped at the limit while another address is served. */
async function expectOneBudget(
  url: string,
  chains: readonly string[],
  reader: string,
): Promise<Outcome> {
  const counts = await countStatuses(url, chains)
  const other = await countStatuses(url, [reader])
  const rejected = counts.get(429) ?? 0
  return {
    held: rejected === chains.length - PER_MINUTE && other.get(200) === 1,
    seen: `${rejected} of ${chains.length} rejected, another address got ${[...other.keys()].join()}`,
  }
}

/** The address of the first of two proxies, which the second appends. */
const PROXY = '10.0.0.1:443'

/** More callers than the gateway tracks within the limit. */
const OTHERS = 50_001
/** Requests that a limit could miss: method, path and headers. */
const RARE_REQUESTS: readonly (readonly [string, string, Record<string, string>?])[] = [
  ['POST', '/livez'],
  ['OPTIONS', '/readyz'],
  ['GET', '/livez/'],
  ['GET', '/metrics'],
  ['GET', '/api//csv'],
  ['PROPFIND', '/api/csv'],
  ['OPTIONS', '/api/csv', { origin: 'https://a.example', 'access-control-request-method': 'GET' }],
]

/** One caller that pretends to be many, or that sends many requests at once. */
export const callers: AttackSuite = {
  name: 'callers',
  options: {
    env: {
      TRUSTED_PROXIES: '2',
      RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
      CONCURRENT_REQUESTS_PER_CALLER: String(MAX_CONCURRENT),
    },
  },
  attacks: [
    {
      title: 'an anonymous caller invents an address for each request',
      quick: true,
      run: ({ url }) =>
        expectOneBudget(
          url,
          times(40, (n) => `203.0.113.${n}, 198.51.100.1:${50_000 + n}, ${PROXY}`),
          `198.51.100.2:50000, ${PROXY}`,
        ),
    },
    {
      title: 'an anonymous caller bypasses a proxy and invents its entry',
      quick: true,
      run: ({ url }) =>
        expectOneBudget(
          url,
          times(40, (n) => `203.0.113.${n}`),
          `198.51.100.3, ${PROXY}`,
        ),
    },
    {
      title: 'one household uses forty of its IPv6 addresses, each from another port',
      quick: true,
      run: ({ url }) =>
        expectOneBudget(
          url,
          times(40, (n) => `[2001:db8:1:2::${n.toString(16)}]:${50_000 + n}, ${PROXY}`),
          `[2001:db8:1:3::1]:50000, ${PROXY}`,
        ),
    },
    {
      title: 'an anonymous caller sends probes with other methods, rejected paths and preflights',
      quick: true,
      async run({ url }) {
        const rejected = await Promise.all(
          RARE_REQUESTS.map(async ([method, path, headers], n) => {
            const from = { 'x-forwarded-for': `198.51.100.${100 + n}, ${PROXY}` }
            // The API description has it only as the probe, which is not limited.
            const client = createClient(url, { described: path !== '/livez/' })
            const statuses: number[] = []
            while (statuses.length < PER_MINUTE + 1) {
              const all = { ...headers, ...from }
              statuses.push((await client.send(method, path, undefined, all)).status)
            }
            client.close()
            return statuses.indexOf(429) === PER_MINUTE
          }),
        )
        const stopped = rejected.filter(Boolean).length
        return {
          held: stopped === RARE_REQUESTS.length,
          seen: `${stopped} of ${RARE_REQUESTS.length} kinds stopped after ${PER_MINUTE} requests`,
        }
      },
    },
    {
      title: `an anonymous caller over the limit returns after ${OTHERS} others`,
      quick: false,
      run: ({ url }) => returnAfterOthers(url),
    },
    {
      title: 'one user keeps 60 incomplete uploads open',
      quick: true,
      run: (target) => holdUploads(target, 60),
    },
  ],
}

/** Exceeds the limit, lets other callers send requests, and retries within the minute. */
async function returnAfterOthers(url: string): Promise<Outcome> {
  const client = createClient(url, { connections: 64 })
  const get = (address: string) =>
    client.get('/no//path', { 'x-forwarded-for': `${address}, ${PROXY}` })
  const eager = '198.51.100.99'
  let rejected = await get(eager)
  while (rejected.status !== 429) rejected = await get(eager)
  const minuteIsOver = AbortSignal.timeout(Number(rejected.headers['retry-after']) * 1_000)
  let others = 0
  const sendOthers = async () => {
    while (others < OTHERS && !minuteIsOver.aborted) {
      const n = others++
      await get(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    }
  }
  await Promise.all(times(64, sendOthers))
  const { status } = await get(eager)
  client.close()
  return { held: status === 429, seen: `after ${others} others it got ${status}` }
}

async function holdUploads({ url, issuer }: Production, count: number): Promise<Outcome> {
  const headers = Object.entries(issuer.headersFor(KIM)).map(([name, value]) => `${name}: ${value}`)
  const lines = ['POST /admin/api/banners HTTP/1.1', 'Host: localhost', 'Content-Length: 60000']
  const upload = [...lines, 'Content-Type: application/json', ...headers, '', '{"mess'].join('\r\n')
  const statuses: number[] = []
  const sockets = times(count, () => openSocket(url, upload, statuses))
  // Requests over the limit are rejected immediately, the others wait for their bodies.
  const deadline = AbortSignal.timeout(10_000)
  while (statuses.length < count - MAX_CONCURRENT && !deadline.aborted) await sleep(20)
  const rejected = statuses.filter((status) => status === 429).length
  const client = createClient(url)
  const { status: other } = await client.get('/admin/api/banners', issuer.headersFor(LEE))
  for (const socket of sockets) socket.destroy()
  client.close()
  return {
    held: rejected === count - MAX_CONCURRENT && other === 200,
    seen: `${rejected} of ${count} rejected immediately, another user got ${other}`,
  }
}

function openSocket(url: string, text: string, statuses: number[]): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1]
    if (status !== undefined) statuses.push(Number(status))
  })
  socket.write(text)
  return socket
}
