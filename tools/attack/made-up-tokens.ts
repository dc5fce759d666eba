import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from '../../test/support/fetch.ts'
import { createClient, type Answer } from '../../test/support/client.ts'
import { countEmbeddedPuts } from '../../test/support/count-puts.ts'
import {
  consent,
  cookiesOf,
  startWithSourceControl,
  type WithSourceControl,
} from '../../test/support/source-control.ts'
import type { Attack, AttackSuite } from './attack.ts'

interface Target extends WithSourceControl {
  /** Questions so far with tokens that the host never gave out. */
  madeUp: () => number
}

const TRIES = 300
const AT_ONCE = 50
const USERS = 6
/** Refusals that strangers may cause at the host: one of them, and all together. */
const MAX_FOR_ONE = 10
const MAX_FOR_ALL = 100
/** Milliseconds that the host takes to look at a user's token. */
const HOST_TAKES_MS = 100
const USED_STATES = 'used_sign_in_states.json'
const USER_ADDRESS = '198.51.100.1'

const from = (address: string) => ({ 'x-forwarded-for': address })
const madeUpToken = () => `ghu_${randomBytes(18).toString('hex')}`

/** A host that takes its time, as one far away does, and no memory of its answers here. */
async function start(): Promise<Target> {
  let madeUp = 0
  const target = await startWithSourceControl(
    { env: { TRUSTED_PROXIES: '1', SCM_CACHE_SECONDS: '0' } },
    (host) =>
      host.disturb(/user\/teams/, async (req, _res, next) => {
        const token = (req.headers.authorization ?? '').replace(/^\w+ /, '')
        if (!host.credentials.userOf(token)) madeUp++
        await sleep(HOST_TAKES_MS)
        next()
      }),
  )
  return { ...target, madeUp: () => madeUp }
}

/** Acts again and again, some at once, at least so many times and until it is told that it is over. */
async function often(
  act: (n: number) => Promise<unknown>,
  until: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  let next = 0
  const over = new AbortController()
  const worker = async () => {
    while (next < TRIES || !over.signal.aborted) await act(next++)
  }
  const workers = Array.from({ length: AT_ONCE }, worker)
  await until.finally(() => over.abort())
  await Promise.all(workers)
}

/** Signs a user in through the gateway; resolves with the answer to the exchange. */
async function signIn({ url }: Target): Promise<Response> {
  const { body, cookie } = await consent({ url }, from(USER_ADDRESS))
  return fetch(`${url}/assistant/api/scm/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...from(USER_ADDRESS) },
    body: JSON.stringify(body),
  })
}

interface Strangers {
  cookie: () => string
  address: (n: number) => string
  /** Questions to the host that they may cause. */
  most: number
  /** Whether users whom the service has never seen are served as well, not just those signed in. */
  newcomers: boolean
}

/** Strangers send cookies while users come, one after the other, of whom none was seen before. */
function cookieAttack(title: string, strangers: Strangers): Attack<Target> {
  return {
    title,
    quick: true,
    async run(target) {
      const client = createClient(target.url)
      const guest = target.issuer.headersFor({ email: 'oda@acme.example', groups: [] })
      const cookies: string[] = []
      for (let n = 0; n < USERS; n++) {
        cookies.push(cookiesOf(await signIn(target)))
        if (strangers.newcomers) cookies.push(`githubUserToken=${target.tokenOf('ordinary')}`)
      }
      const before = target.madeUp()
      const reads = (async () => {
        const answers: Answer[] = []
        for (const cookie of cookies) {
          await sleep(HOST_TAKES_MS)
          const user = { ...guest, ...from(USER_ADDRESS), cookie }
          answers.push(await client.get('/assistant/api/teams', user))
        }
        return answers
      })()
      await often(
        (n) =>
          client.get('/assistant/api/teams/historic', {
            ...from(strangers.address(n)),
            cookie: `githubUserToken=${strangers.cookie()}`,
          }),
        reads,
      )
      client.close()
      const served = (await reads).filter(({ status }) => status === 200).length
      const asked = target.madeUp() - before
      return {
        held: served === cookies.length && asked <= strangers.most,
        seen: `the host was asked ${asked} times, ${served} of ${cookies.length} users served`,
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
    const stranger = from('203.0.113.2')
    const askedBefore = exchanges(target)
    const cookies = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => (await consent(target, stranger)).cookie),
    )
    await often((n) =>
      client.post(
        '/assistant/api/scm/oauth/token',
        { code: randomBytes(10).toString('hex') },
        { ...stranger, cookie: cookies[n % AT_ONCE]! },
      ),
    )
    const written = puts.of(USED_STATES)
    const asked = exchanges(target) - askedBefore
    const user = await signIn(target)
    const kept = puts.of(USED_STATES) - written
    puts.close()
    client.close()
    return {
      held: written === 0 && asked <= MAX_FOR_ONE && user.status === 200 && kept === 1,
      seen: `the store was written ${written} times, the host asked ${asked} times, a user's sign-in answered ${user.status}`,
    }
  },
}

const exchanges = ({ host }: Target) =>
  host.calls.filter((call) => call.includes('access_token') && call.startsWith('POST /login'))
    .length

/** What strangers can make the service ask the source-control host, and write for them. */
export const madeUpTokens: AttackSuite<Target> = {
  name: 'made-up source-control tokens',
  start,
  attacks: [
    cookieAttack(`${TRIES} made-up tokens of one address`, {
      cookie: madeUpToken,
      address: () => '203.0.113.1',
      most: MAX_FOR_ONE,
      newcomers: true,
    }),
    cookieAttack(`${TRIES} cookies that no host and no sign-in here gave out`, {
      cookie: () => randomBytes(100).toString('base64url'),
      address: () => '203.0.113.3',
      most: 0,
      newcomers: true,
    }),
    wrongCodes,
    // Last: what it uses up comes back after minutes.
    cookieAttack(`${TRIES} made-up tokens, each of another address`, {
      cookie: madeUpToken,
      address: (n) => `192.0.2.${n % 250}`,
      most: MAX_FOR_ALL,
      newcomers: false,
    }),
  ],
}
