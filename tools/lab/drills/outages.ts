import { createClient, type Client } from '../../../test/support/client.ts'
import {
  startWithSourceControl,
  type WithSourceControl,
} from '../../../test/support/source-control.ts'
import { countedIn, startRedisIfInstalled, type Print } from '../stage.ts'

const PUBLIC = ['/', '/api/banners']
const SIGNED_IN = ['/api/v1/user', '/admin/api/banners']
const TEAMS = '/assistant/api/teams'

/**
 * Checks the responses to callers during outages of the identity provider, Redis and the source-control
 * host. The drill `alarms` has an outage of the store.
 *
 * @returns whether only the expected requests failed during each outage, and none after it
 */
export async function outages(print: Print): Promise<boolean> {
  const redis = await startRedisIfInstalled(print)
  const landscape = await startWithSourceControl({
    services: ['gateway', 'projects', 'data', 'admin-review', 'assistant'],
    env: countedIn(redis),
  })
  const { issuer, identityProvider, hostServer, url } = landscape
  const client = createClient(url)
  const callers = createCallers(client, landscape)
  const steps: [failed: string, expected: string][] = []
  const step = async (what: string, expected: string) =>
    steps.push([await callers.failing(what, print), expected])
  try {
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
    callers.renewToken()
    await untilHealthy(callers.signedIn)
    await step('recovered', '')
    await redis?.stop()
    await step('Redis outage', '')
    await hostServer.disconnect()
    await step('source-control host outage', 'teams of a newcomer')
    await hostServer.reconnect()
    await untilHealthy(callers.newcomer)
    await step('recovered', '')
    return steps.every(([failed, expected]) => failed === expected)
  } finally {
    client.close()
    await landscape.stop()
    await redis?.stop()
  }
}

/** Callers with and without a token and a session that the gateway has seen before. */
function createCallers(client: Client, { issuer, tokenOf }: WithSourceControl) {
  let callers = 0
  const newToken = () => {
    const email = `caller-${callers++}@acme.example`
    return { authorization: issuer.idToken({ email, groups: ['admin'] }) }
  }
  const newSession = () => ({ cookie: `githubUserToken=${tokenOf('ordinary')}` })
  const regular = newSession()
  let known = newToken()

  async function statusesOf(paths: readonly string[], headers: Record<string, string> = {}) {
    const responses = await Promise.all(paths.map((path) => client.get(path, headers)))
    return responses.map(({ status }) => status)
  }
  const signedIn = () => statusesOf(SIGNED_IN, known)
  const newcomer = () => statusesOf([TEAMS], { ...known, ...newSession() })
  return {
    /** Statuses of the caller with the known token. */
    signedIn,
    /** Status of the known token with a new session of the host. */
    newcomer,
    renewToken() {
      known = newToken()
    },
    /** Prints the statuses of all callers and returns those who got another status than 200. */
    async failing(what: string, print: Print): Promise<string> {
      const seen = Object.entries({
        public: await statusesOf(PUBLIC),
        'known token': await signedIn(),
        'new token': await statusesOf(SIGNED_IN, newToken()),
        'teams of a regular': await statusesOf([TEAMS], { ...known, ...regular }),
        'teams of a newcomer': await newcomer(),
      })
      const results = seen.map(([who, statuses]) => `${who} ${statuses.join(' ')}`)
      print(`${what}: ${results.join('; ')}`)
      const failing = seen.filter(([, statuses]) => statuses.some((status) => status !== 200))
      return failing.map(([who]) => who).join(', ')
    },
  }
}

const TIMEOUT_MS = 60_000

async function untilHealthy(send: () => Promise<number[]>): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end;) {
    if ((await send()).every((status) => status === 200)) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
