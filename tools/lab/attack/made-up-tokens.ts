import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from '../../../test/support/fetch.ts'
import { createClient, type ClientResponse } from '../../../test/support/client.ts'
import { countEmbeddedPuts } from '../../../test/support/count-puts.ts'
import {
  consent,
  cookiesOf,
  startWithSourceControl,
  type WithSourceControl,
} from '../../../test/support/source-control.ts'
import type { Attack, AttackSuite } from './attack.ts'

interface Target extends WithSourceControl {
  /** Number of requests to the host with unknown tokens. */
  madeUp: () => number
}

const TRIES = 300
const MAX_CONCURRENT = 50
const USERS = 6
/** Maximum number of failed requests to the host for one anonymous caller. */
const MAX_FOR_ONE = 10
/** Maximum number for all anonymous callers together. */
const MAX_FOR_ALL = 100
/** Delay of the host for the request with a user's token. */
const HOST_DELAY_MS = 100
const USED_STATES = 'used_sign_in_states.json'
const USER_ADDRESS = '198.51.100.1'

const from = (address: string) => ({ 'x-forwarded-for': address })
const madeUpToken = () => `ghu_${randomBytes(18).toString('hex')}`

/** A host with a delay; its responses are not cached. */
async function start(): Promise<Target> {
  let madeUp = 0
  const target = await startWithSourceControl({ env: { TRUSTED_PROXIES: '1' } }, (host) =>
    host.disturb(/user\/teams/, async (req, _res, next) => {
      const token = (req.headers.authorization ?? '').replace(/^\w+ /, '')
      if (!host.credentials.userOf(token)) madeUp++
      await sleep(HOST_DELAY_MS)
      next()
    }),
  )
  return { ...target, madeUp: () => madeUp }
}

/** Repeats an action concurrently, at least `TRIES` times and until a promise settles. */
async function repeatedly(
  act: (n: number) => Promise<unknown>,
  until: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  let next = 0
  const over = new AbortController()
  const worker = async () => {
    while (next < TRIES || !over.signal.aborted) await act(next++)
  }
  const workers = Array.from({ length: MAX_CONCURRENT }, worker)
  await until.finally(() => over.abort())
  await Promise.all(workers)
}

/** Signs a user in through the gateway; returns the response of the code exchange. */
async function signIn({ url }: Target): Promise<Response> {
  const { body, cookie } = await consent({ url }, from(USER_ADDRESS))
  return fetch(`${url}/assistant/api/scm/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...from(USER_ADDRESS) },
    body: JSON.stringify(body),
  })
}

interface AnonymousCallers {
  cookie: () => string
  address: (n: number) => string
  /** Maximum number of requests to the host that they may cause. */
  max: number
  /** Whether users without a sign-in at this service are served as well. */
  newcomers: boolean
}

/** Anonymous callers send cookies while users send their first requests in sequence. */
function cookieAttack(title: string, callers: AnonymousCallers): Attack<Target> {
  return {
    title,
    quick: true,
    async run(target) {
      const client = createClient(target.url)
      const guest = target.issuer.headersFor({ email: 'oda@acme.example', groups: [] })
      const cookies: string[] = []
      for (let n = 0; n < USERS; n++) {
        cookies.push(cookiesOf(await signIn(target)))
        if (callers.newcomers) cookies.push(`githubUserToken=${target.tokenOf('ordinary')}`)
      }
      const before = target.madeUp()
      const reads = (async () => {
        const responses: ClientResponse[] = []
        for (const cookie of cookies) {
          await sleep(HOST_DELAY_MS)
          const user = { ...guest, ...from(USER_ADDRESS), cookie }
          responses.push(await client.get('/assistant/api/teams', user))
        }
        return responses
      })()
      await repeatedly(
        (n) =>
          client.get('/assistant/api/teams/historic', {
            ...from(callers.address(n)),
            cookie: `githubUserToken=${callers.cookie()}`,
          }),
        reads,
      )
      client.close()
      const served = (await reads).filter(({ status }) => status === 200).length
      const sent = target.madeUp() - before
      return {
        held: served === cookies.length && sent <= callers.max,
        seen: `the host got ${sent} requests, ${served} of ${cookies.length} users were served`,
      }
    },
  }
}

const wrongCodes: Attack<Target> = {
  title: `${TRIES} anonymous sign-ins with made-up codes`,
  quick: true,
  async run(target) {
    const client = createClient(target.url)
    const puts = countEmbeddedPuts(target.dataDir)
    const caller = from('203.0.113.2')
    const sentBefore = exchanges(target)
    const cookies = await Promise.all(
      Array.from({ length: MAX_CONCURRENT }, async () => (await consent(target, caller)).cookie),
    )
    await repeatedly((n) =>
      client.post(
        '/assistant/api/scm/oauth/token',
        { code: randomBytes(10).toString('hex') },
        { ...caller, cookie: cookies[n % MAX_CONCURRENT]! },
      ),
    )
    const written = puts.of(USED_STATES)
    const sent = exchanges(target) - sentBefore
    const user = await signIn(target)
    const stored = puts.of(USED_STATES) - written
    puts.close()
    client.close()
    return {
      held: written === 0 && sent <= MAX_FOR_ONE && user.status === 200 && stored === 1,
      seen:
        `${written} writes to the store, ${sent} requests to the host, a user's sign-in ` +
        `returned ${user.status}`,
    }
  },
}

const exchanges = ({ host }: Target) =>
  host.calls.filter((call) => call.includes('access_token') && call.startsWith('POST /login'))
    .length

/** Requests to the source-control host and writes to the store that anonymous callers cause. */
export const madeUpTokens: AttackSuite<Target> = {
  name: 'made-up source-control tokens',
  start,
  attacks: [
    cookieAttack(`${TRIES} made-up tokens from one address`, {
      cookie: madeUpToken,
      address: () => '203.0.113.1',
      max: MAX_FOR_ONE,
      newcomers: true,
    }),
    cookieAttack(`${TRIES} cookies of an unknown form`, {
      cookie: () => randomBytes(100).toString('base64url'),
      address: () => '203.0.113.3',
      max: 0,
      newcomers: true,
    }),
    wrongCodes,
    // Last, since it exhausts a limit for minutes.
    cookieAttack(`${TRIES} made-up tokens, each from another address`, {
      cookie: madeUpToken,
      address: (n) => `192.0.2.${n % 250}`,
      max: MAX_FOR_ALL,
      newcomers: false,
    }),
  ],
}
