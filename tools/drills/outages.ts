import { hasRedis, startRedis } from '@landscape/dev/redis-server'
import { createClient } from '../../test/support/client.ts'
import { startWithSourceControl } from '../../test/support/source-control.ts'

const PUBLIC = ['/', '/api/banners']
const SIGNED_IN = ['/api/v1/user', '/admin/api/banners']
const TEAMS = '/assistant/api/teams'

/**
 * What callers are answered while the identity provider, Redis or the source-control host is away. Whether
 * the store is away is another drill: `alarms`.
 *
 * @returns whether the rest went on each time, and all went on afterwards
 */
export async function outages(say: (line: string) => void): Promise<boolean> {
  const redis = hasRedis() ? await startRedis() : undefined
  if (!redis) say('without Redis: there is no redis-server on the PATH')
  const landscape = await startWithSourceControl({
    services: ['gateway', 'projects', 'data', 'admin-review', 'assistant'],
    env: redis ? { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '1000000' } : {},
  })
  const { issuer, identityProvider, hostServer, url } = landscape
  const client = createClient(url)
  const person = (name: string) => {
    const email = `${name}@acme.example`
    return { authorization: issuer.idToken({ email, groups: ['admin'] }) }
  }
  const signedIn = () => ({ cookie: `githubUserToken=${landscape.tokenOf('ordinary')}` })
  const regular = signedIn()
  const known = person('kim')

  async function statusesOf(paths: readonly string[], headers: Record<string, string> = {}) {
    const answers = await Promise.all(paths.map((path) => client.get(path, headers)))
    return answers.map(({ status }) => status)
  }
  async function look(what: string, name: string) {
    const seen = {
      public: await statusesOf(PUBLIC),
      'known token': await statusesOf(SIGNED_IN, known),
      'new token': await statusesOf(SIGNED_IN, person(name)),
      'teams of a regular': await statusesOf([TEAMS], { ...known, ...regular }),
      'teams of a newcomer': await statusesOf([TEAMS], { ...known, ...signedIn() }),
    }
    const told = Object.entries(seen).map(([who, statuses]) => `${who} ${statuses.join(' ')}`)
    say(`${what}: ${told.join('; ')}`)
    const failing = Object.entries(seen).filter(([, all]) => all.some((status) => status !== 200))
    return failing.map(([who]) => who).join(', ')
  }

  try {
    const steps: [found: string, expected: string][] = []
    const step = async (what: string, expected: string) =>
      steps.push([await look(what, `caller-${steps.length}`), expected])

    await step('all is well', '')
    await identityProvider.disconnect()
    await step('the identity provider is away', '')
    issuer.rotate()
    await step('it is away, and tokens are of a key that it has not told', 'new token')
    await landscape.terminate('gateway')
    await landscape.start('gateway')
    await step(
      'it is away, and the gateway was restarted',
      'known token, new token, teams of a regular, teams of a newcomer',
    )
    await identityProvider.reconnect()
    Object.assign(known, person('kim'))
    await untilWell(() => statusesOf(SIGNED_IN, known))
    await step('it is back', '')
    await redis?.stop()
    await step('Redis is away', '')
    await hostServer.disconnect()
    await step('the source-control host is away', 'teams of a newcomer')
    await hostServer.reconnect()
    await untilWell(() => statusesOf([TEAMS], { ...known, ...signedIn() }))
    await step('it is back', '')
    return steps.every(([found, expected]) => found === expected)
  } finally {
    client.close()
    await landscape.stop()
    await redis?.stop()
  }
}

const PATIENCE_MS = 60_000

async function untilWell(ask: () => Promise<number[]>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    if ((await ask()).every((status) => status === 200)) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
