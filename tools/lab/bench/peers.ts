import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { get } from 'node:http'
import { LOCAL_POOL } from '@landscape/dev/identity-provider'
import { BROWSER, REAL, withLandscape, type Landscape } from './landscape.ts'
import {
  byRound,
  measureInterleaved,
  responsesRatio,
  type Measurement,
  type Side,
} from './measure.ts'
import { startNginx } from './nginx.ts'

const JSON_READ = '/api/json'
const ROWS = '/api/csv'
const LISTED = '/api/projects?limit=1'
/** The gateway shares no response to a request with a precondition. */
const FORWARDED = { 'if-match': '*' }
const HEALTH = '/api/health'
const GZIP = { ...BROWSER, 'accept-encoding': 'gzip' }
/** Requests per second of independent callers. */
const RATE = 500

/** A comparison with another program in front of the same data service, or instead of it. */
interface Duel {
  label: string
  ours: Side
  theirs: Side
  target?: string
}

/** Responses per second of the gateway and the data service, as ratios to other programs. */
export async function benchPeers(): Promise<Measurement[]> {
  return withLandscape(REAL, async (landscape) => {
    const nginx = await startNginx(landscape.data, 'proxy', landscape.directory)
    try {
      const duels = await duelsOf(landscape, nginx?.url)
      const rounds = await measureInterleaved(duels.flatMap(({ ours, theirs }) => [ours, theirs]))
      return duels.map(({ label, ours, theirs, target }) => {
        const [these, those] = [rounds(ours), rounds(theirs)]
        if (!ours.rate) return { ...responsesRatio(label, these, those), target }
        const values = byRound(these, those, ({ cpu }) => cpu)
        return { label: `${label}: processor time`, values, target }
      })
    } finally {
      nginx?.stop()
    }
  })
}

async function duelsOf(landscape: Landscape, nginx: string | undefined): Promise<Duel[]> {
  const { gateway, data, directory, start, keySet, signedIn } = landscape
  const region = LOCAL_POOL.userPoolId.split('_', 1)[0]
  const ISSUER = `https://cognito-idp.${region}.amazonaws.com/${LOCAL_POOL.userPoolId}`
  const card = await start('card-gateway.ts', {
    UPSTREAM: data,
    KEY_SET: keySet,
    ISSUER,
    AUDIENCE: LOCAL_POOL.clientId,
    NODE_ENV: 'production',
  })
  const bare = await start('bare-proxy.ts', { UPSTREAM: data, NODE_ENV: 'production' })
  const BODY = join(directory, 'body')
  writeFileSync(BODY, await bodyOf(data + JSON_READ))
  const ready = await start('ready-bytes.ts', { BODY, NODE_ENV: 'production' })

  const through = (url: string, path: string, more: Partial<Side> = {}): Side => {
    return { url: url + path, through: [url, data], headers: BROWSER, ...more }
  }
  const duel = (name: string, url: string, path: string, more: Partial<Side> = {}) => {
    return {
      label: `${path} / ${name}`,
      ours: through(gateway, path, more),
      theirs: through(url, path, more),
    }
  }
  const alone = (url: string): Side => {
    return { url: url + JSON_READ, through: [url], headers: GZIP }
  }
  const headers = signedIn('p0@acme.example')
  const proxy = 'http-proxy-middleware 4'
  return [
    { ...duel(proxy, bare, JSON_READ), target: '≥ 2' },
    { ...duel(proxy, bare, HEALTH), target: '≥ 1' },
    {
      ...duel(`${proxy}, ${RATE} requests a second`, bare, JSON_READ, { rate: RATE }),
      target: '≤ 1',
    },
    ...(nginx === undefined ? [] : [duel('nginx', nginx, JSON_READ)]),
    {
      ...duel('a gateway of libraries, signed in', card, ROWS, { headers }),
      target: '≥ 1.5',
    },
    {
      ...duel('a gateway of libraries, signed in, forwarded', card, LISTED, {
        headers: { ...headers, ...FORWARDED },
      }),
      target: '≥ 1.5',
    },
    {
      label: `${JSON_READ} of the data service alone / Express with ready bytes`,
      ours: alone(data),
      theirs: alone(ready),
      target: '≥ 0.65',
    },
  ]
}

/** The compressed body that the data service keeps. */
async function bodyOf(url: string): Promise<Buffer> {
  const read = () =>
    new Promise<Buffer>((resolve, reject) => {
      get(url, { headers: GZIP }, (response) => {
        buffer(response).then(resolve, reject)
      }).once('error', reject)
    })
  // The first body is compressed fast.
  await read()
  await read()
  return read()
}
