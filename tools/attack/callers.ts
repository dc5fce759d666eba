import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../test/support/client.ts'
import type { Production } from '../../test/support/production.ts'
import type { AttackSuite, Outcome } from './attack.ts'

const PER_MINUTE = 30
const AT_ONCE = 16
const KIM = { email: 'kim@acme.example', groups: ['admin'] }
const LEE = { email: 'lee@acme.example', groups: ['admin'] }

/** Asks under each of these chains of addresses and counts the answers by status. */
async function sharedRequestId(url: string, chains: readonly string[], path = '/api/banners') {
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

/** Held when this caller was stopped at the limit while somebody elsewhere was served. */
async function oneBucket(url: string, chains: readonly string[], reader: string): Promise<Outcome> {
  const counts = await sharedRequestId(url, chains)
  const other = await sharedRequestId(url, [reader])
  const refused = counts.get(429) ?? 0
  return {
    held: refused === chains.length - PER_MINUTE && other.get(200) === 1,
    seen: `${refused} of ${chains.length} refused, a reader elsewhere got ${[...other.keys()].join()}`,
  }
}

/** Two proxies in front; their entries are the last two. */
const PROXIES = '10.0.0.1:443'

/** More than the gateway remembers of those within the limit. */
const OTHERS = 50_001
/** What went past the limit once: method, path and headers. */
const UNCOUNTED_ONCE: readonly (readonly [string, string, Record<string, string>?])[] = [
  ['POST', '/livez'],
  ['OPTIONS', '/readyz'],
  ['GET', '/livez/'],
  ['GET', '/metrics'],
  ['GET', '/api//csv'],
  ['PROPFIND', '/api/csv'],
  ['OPTIONS', '/api/csv', { origin: 'https://a.example', 'access-control-request-method': 'GET' }],
]

/** Strangers who say they are many, or one who asks for everything at once. */
export const callers: AttackSuite = {
  name: 'callers',
  options: {
    env: {
      TRUSTED_PROXIES: '2',
      RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
      CONCURRENT_REQUESTS_PER_CALLER: String(AT_ONCE),
    },
  },
  attacks: [
    {
      title: 'one stranger makes up an address for each request, before those that the proxies add',
      quick: true,
      run: ({ url }) =>
        oneBucket(
          url,
          times(40, (n) => `203.0.113.${n}, 198.51.100.1:${50_000 + n}, ${PROXIES}`),
          `198.51.100.2:50000, ${PROXIES}`,
        ),
    },
    {
      title: 'one stranger comes past a proxy and makes up the entry that it would have added',
      quick: true,
      run: ({ url }) =>
        oneBucket(
          url,
          times(40, (n) => `203.0.113.${n}`),
          `198.51.100.3, ${PROXIES}`,
        ),
    },
    {
      title: 'one household uses forty of its IPv6 addresses, each from another port',
      quick: true,
      run: ({ url }) =>
        oneBucket(
          url,
          times(40, (n) => `[2001:db8:1:2::${n.toString(16)}]:${50_000 + n}, ${PROXIES}`),
          `[2001:db8:1:3::1]:50000, ${PROXIES}`,
        ),
    },
    {
      title:
        'one stranger asks for probes by other methods, for refused paths, and beforehand as browsers do',
      quick: true,
      async run({ url }) {
        const refused = await Promise.all(
          UNCOUNTED_ONCE.map(async ([method, path, headers], n) => {
            const from = { 'x-forwarded-for': `198.51.100.${100 + n}, ${PROXIES}` }
            // Described as the probe that it resembles, which no limit counts.
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
        const stopped = refused.filter(Boolean).length
        return {
          held: stopped === UNCOUNTED_ONCE.length,
          seen: `${stopped} of ${UNCOUNTED_ONCE.length} ways stopped after ${PER_MINUTE} requests`,
        }
      },
    },
    {
      title: `one stranger over the limit comes back after ${OTHERS} others`,
      quick: false,
      run: ({ url }) => comesBack(url),
    },
    {
      title: 'one user keeps 60 uploads open that never end',
      quick: true,
      run: (target) => manyAtOnce(target, 60),
    },
  ],
}

/** Asks often until refused, lets others come, and asks again before the minute is over. */
async function comesBack(url: string): Promise<Outcome> {
  const client = createClient(url, { connections: 64 })
  const ask = (address: string) =>
    client.get('/no//path', { 'x-forwarded-for': `${address}, ${PROXIES}` })
  const eager = '198.51.100.99'
  let refused = await ask(eager)
  while (refused.status !== 429) refused = await ask(eager)
  const minuteIsOver = AbortSignal.timeout(Number(refused.headers['retry-after']) * 1_000)
  let others = 0
  const come = async () => {
    while (others < OTHERS && !minuteIsOver.aborted) {
      const n = others++
      await ask(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    }
  }
  await Promise.all(times(64, come))
  const { status } = await ask(eager)
  client.close()
  return { held: status === 429, seen: `${others} others came, then it got ${status}` }
}

async function manyAtOnce({ url, issuer }: Production, count: number): Promise<Outcome> {
  const headers = Object.entries(issuer.headersFor(KIM)).map(([name, value]) => `${name}: ${value}`)
  const lines = ['POST /admin/api/banners HTTP/1.1', 'Host: localhost', 'Content-Length: 60000']
  const upload = [...lines, 'Content-Type: application/json', ...headers, '', '{"mess'].join('\r\n')
  const statuses: number[] = []
  const sockets = times(count, () => held(url, upload, statuses))
  // Those over the limit are answered at once, the others wait for the rest of their bodies.
  const patience = AbortSignal.timeout(10_000)
  while (statuses.length < count - AT_ONCE && !patience.aborted) await sleep(20)
  const refused = statuses.filter((status) => status === 429).length
  const client = createClient(url)
  const { status: other } = await client.get('/admin/api/banners', issuer.headersFor(LEE))
  for (const socket of sockets) socket.destroy()
  client.close()
  return {
    held: refused === count - AT_ONCE && other === 200,
    seen: `${refused} of ${count} refused at once, another user got ${other}`,
  }
}

function held(url: string, text: string, statuses: number[]): Socket {
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
