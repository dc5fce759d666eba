import {
  byRound,
  measureInterleaved,
  responsesRatio,
  type Measurement,
  type Side,
} from '../measure.ts'
import { costOf } from './cost-of.ts'
import { BROWSER, REAL, withLandscape, type Landscape } from './landscape.ts'
import { CACHED_S, startNginx } from './nginx.ts'

/** A short response and a long one are compared with other proxies. */
const PATHS = [
  { path: '/api/banners', isCompared: true },
  { path: '/api/json', isCompared: false },
  { path: '/api/tech-radar/json', isCompared: false },
  { path: '/api/csv', isCompared: true },
]
const HEALTH = '/api/health'
const MANY = 50
const CROWD = 1_000
/** Requests per second of independent callers. */
const RATE = 500

/** How a path is read. */
type Way = Pick<Side, 'connections' | 'rate'>

const ALONE: Way = { connections: 1 }
const TOGETHER: Way = { connections: MANY }
const CROWDED: Way = { connections: CROWD }
const INDEPENDENT: Way = { rate: RATE }
const NAMES = new Map([
  [ALONE, '1 connection'],
  [TOGETHER, `${MANY} connections`],
  [INDEPENDENT, `open loop, ${RATE} requests a second`],
  [CROWDED, `${CROWD} connections`],
])

/** Public reads of anonymous browsers, by the number of callers. */
export async function benchPublicReads(): Promise<Measurement[]> {
  return withLandscape(REAL, async (landscape) => {
    const peers = await startPeers(landscape)
    try {
      const measurements: Measurement[] = []
      for (const { path, isCompared } of PATHS) {
        measurements.push(...(await benchPath(landscape, path, isCompared ? peers.urls : [])))
      }
      return [...measurements, ...(await benchHealth(landscape))]
    } finally {
      peers.stop()
    }
  })
}

interface Peer {
  name: string
  url: string
}

async function startPeers({ start, data, directory }: Landscape) {
  const bare = await start('callers/bare-proxy.ts', { UPSTREAM: data })
  const proxy = await startNginx(data, 'proxy', directory)
  const cache = await startNginx(data, 'cache', directory)
  const urls: Peer[] = [{ name: 'http-proxy-middleware 4', url: bare }]
  if (proxy) urls.push({ name: 'nginx', url: proxy.url })
  if (cache) urls.push({ name: `nginx with proxy_cache of ${CACHED_S} s`, url: cache.url })
  return {
    urls,
    stop() {
      proxy?.stop()
      cache?.stop()
    },
  }
}

async function benchPath(
  { gateway, data }: Landscape,
  path: string,
  peers: readonly Peer[],
): Promise<Measurement[]> {
  const side = (url: string, way: Way): Side => {
    return { url: url + path, through: [url, data], headers: BROWSER, ...way }
  }
  const own = new Map([...NAMES.keys()].map((way) => [way, side(gateway, way)]))
  const pairs = peers.flatMap(({ name, url }) =>
    [ALONE, TOGETHER, INDEPENDENT].map((way) => ({ name, way, side: side(url, way) })),
  )
  const rounds = await measureInterleaved([...own.values(), ...pairs.map((pair) => pair.side)])
  const ownRounds = (way: Way) => rounds(own.get(way) as Side)
  return [
    costOf(`${path}, ${NAMES.get(ALONE)}`, ownRounds(ALONE), '≤ 300'),
    costOf(`${path}, ${NAMES.get(TOGETHER)}`, ownRounds(TOGETHER)),
    costOf(`${path}, ${NAMES.get(CROWDED)}`, ownRounds(CROWDED)),
    {
      label: `${path}, processor time, ${CROWD} connections / ${MANY}`,
      values: byRound(ownRounds(CROWDED), ownRounds(TOGETHER), ({ cpu }) => cpu),
      target: '≤ 1.6',
    },
    costOf(`${path}, ${NAMES.get(INDEPENDENT)}`, ownRounds(INDEPENDENT)),
    ...pairs.map((pair) => {
      const label = `${path}, ${NAMES.get(pair.way)} / ${pair.name}`
      const [ours, theirs] = [ownRounds(pair.way), rounds(pair.side)]
      // Both sides send as many responses as requests arrive.
      if (pair.way !== INDEPENDENT) return responsesRatio(label, ours, theirs)
      return {
        label: `${label}: processor time`,
        values: byRound(ours, theirs, ({ cpu }) => cpu),
      }
    }),
  ]
}

async function benchHealth({ gateway, data }: Landscape): Promise<Measurement[]> {
  const [health, banners] = [HEALTH, '/api/banners'].map((path): Side => {
    return { url: gateway + path, through: [gateway, data], headers: BROWSER }
  }) as [Side, Side]
  const rounds = await measureInterleaved([health, banners])
  return [
    costOf(`${HEALTH}, ${NAMES.get(TOGETHER)}`, rounds(health)),
    {
      label: `processor time of ${HEALTH} / /api/banners, ${NAMES.get(TOGETHER)}`,
      values: byRound(rounds(health), rounds(banners), ({ cpu }) => cpu),
      target: '≤ 1.15',
    },
  ]
}
