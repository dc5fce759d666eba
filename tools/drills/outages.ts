import { hasRedis, startRedis } from '@landscape/dev/redis-server'
import { createClient } from '../../test/support/client.ts'
import { startWithSourceControl } from '../../test/support/source-control.ts'

const PUBLIC = ['/', '/api/banners']
const SIGNED_IN = ['/api/v1/user', '/admin/api/banners']
const TEAMS = '/assistant/api/teams'

/**
 * Checks the responses to callers during outages of the identity provider, Redis and the source-control host. The
 * drill `alarms` has an outage of the store.
 *
 * @returns whether only the expected requests failed during each outage, and none after it
 */
export async function outages(print: (line: string) => void): Promise<boolean> {
  const redis = hasRedis() ? await startRedis() : undefined
  if (!redis) print('without Redis: redis-server is not on the PATH')
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
    const responses = await Promise.all(paths.map((path) => client.get(path, headers)))
    return responses.map(({ status }) => status)
  }
  async function look(what: string, name: string) {
    const seen = {
      public: await statusesOf(PUBLIC),
      'known token': await statusesOf(SIGNED_IN, known),
      'new token': await statusesOf(SIGNED_IN, person(name)),
      'teams of a regular': await statusesOf([TEAMS], { ...known, ...regular }),
      'teams of a newcomer': await statusesOf([TEAMS], { ...known, ...signedIn() }),
    }
    const results = Object.entries(seen).map(([who, statuses]) => `${who} ${statuses.join(' ')}`)
    print(`${what}: ${results.join('; ')}`)
    const failing = Object.entries(seen).filter(([, all]) => all.some((status) => status !== 200))
    return failing.map(([who]) => who).join(', ')
  }

  try {
    const steps: [found: string, expected: string][] = []
    const step = async (what: string, expected: string) =>
      steps.push([await look(what, `caller-${steps.length}`), expected])

    await step('healthy', '')
    await identityProvider.disconnect()
    await step('identity provider outage', '')
    issuer.rotate()
    await step('outage, and tokens are signed with an unpublished key', 'new token')
    await landscape.terminate('gateway')
    await landscape.start('gateway')
    await step(
      'outage, and the gateway was restarted',
      'known token, new token, teams of a regular, teams of a newcomer',
    )
    await identityProvider.reconnect()
    Object.assign(known, person('kim'))
    await untilHealthy(() => statusesOf(SIGNED_IN, known))
    await step('recovered', '')
    await redis?.stop()
    await step('Redis outage', '')
    await hostServer.disconnect()
    await step('source-control host outage', 'teams of a newcomer')
    await hostServer.reconnect()
    await untilHealthy(() => statusesOf([TEAMS], { ...known, ...signedIn() }))
    await step('recovered', '')
    return steps.every(([found, expected]) => found === expected)
  } finally {
    client.close()
    await landscape.stop()
    await redis?.stop()
  }
}

const TIMEOUT_MS = 60_000

async function untilHealthy(send: () => Promise<number[]>): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end;) {
    if ((await send()).every((status) => status === 200)) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
