import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { createDevIdp, createTokenIssuer, LOCAL_POOL } from '@landscape/dev/identity-provider'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createLogger } from '@landscape/runtime'
import { openIdentity, type IdentityMode, type OpenIdentityDeps } from './open-identity.ts'

const issuer = createTokenIssuer(LOCAL_POOL)
const provider = createDevIdp(LOCAL_POOL, issuer)
const developer = { mode: 'developer', email: 'Kim@Acme.example', groups: ['admin'] } as const
const none = { authorization: undefined, loadBalancer: undefined, access: undefined }
const prefix = { path: '/api', service: 'data', access: 'authenticated' } as const

let server: Server
let url: string
let isAway = false
let fetched = 0
beforeEach(async () => {
  // The minutes between two fetches pass at once.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] })
  isAway = false
  fetched = 0
  server = createServer((req, res) => {
    fetched++
    if (isAway) res.writeHead(503).end()
    else provider(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  jest.useRealTimers()
  server.closeAllConnections()
  server.close()
})

/** Callers as the gateway establishes them, and the lines of its log. */
function open(mode: IdentityMode, deps: Partial<OpenIdentityDeps> = {}) {
  const lines: { msg: string; level: string; host?: string }[] = []
  const logger = createLogger({
    service: 'gateway',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  })
  const identity = openIdentity(mode, { host: '127.0.0.1', trustedProxies: 1, logger, ...deps })
  return { ...identity, lines, messages: () => lines.map(({ msg }) => msg) }
}

const tokens = (): IdentityMode => ({
  mode: 'tokens',
  ...LOCAL_POOL,
  idpKeys: `${url}/${LOCAL_POOL.userPoolId}/.well-known/jwks.json`,
  loadBalancerKeys: `${url}/load-balancer-keys`,
})
const deployed = () => ({ ...tokens(), userPoolId: 'eu-west-2_Landscape' })

/** Waits until the keys were asked for so often, and the next time is set. */
async function untilFetched(times: number): Promise<void> {
  const isOver = () => fetched >= times && jest.getTimerCount() > 0
  while (!isOver()) await turn()
}

describe('developer mode', () => {
  it('is the developer for everybody, and says loudly that it is on', async () => {
    const { identify, checks, lines } = open(developer)
    expect(await identify(none, prefix)).toEqual({
      subject: 'developer',
      email: 'kim@acme.example',
      groups: ['admin'],
    })
    expect(await identify(none, { ...prefix, access: 'public' })).toBeUndefined()
    expect(checks).toEqual({})
    expect(lines).toMatchObject([
      { level: 'warn', host: '127.0.0.1', msg: expect.stringContaining('DEVELOPMENT MODE') },
    ])
    expect(fetched).toBe(0)
  })
})

describe('where tokens tell who calls', () => {
  it('lets in by a token of the pool, and nobody without', async () => {
    const { identify } = open(tokens())
    const token = issuer.idToken({ email: 'kim@acme.example', groups: ['admin'] })
    const authorization = `Bearer ${token}`
    expect(await identify({ ...none, authorization }, prefix)).toMatchObject({
      email: 'kim@acme.example',
      groups: ['admin'],
    })
    expect(await identify(none, prefix)).toBeUndefined()
    await untilFetched(1)
  })

  it('warns of the local identity provider, whose keys everybody can have', async () => {
    expect(open(tokens(), { trustedProxies: 0 }).lines).toMatchObject([
      { level: 'warn', host: '127.0.0.1', msg: expect.stringContaining('LOCAL IDENTITY PROVIDER') },
    ])
    await untilFetched(1)
  })

  it.each([
    [0, [expect.stringContaining('TRUSTED_PROXIES is 0')]],
    [1, []],
  ])('warns of a balancer that nobody counts: %i', async (trustedProxies, warnings) => {
    expect(open(deployed(), { trustedProxies }).messages()).toEqual(warnings)
    await untilFetched(1)
  })

  it('fetches the keys at once, and anew after a while', async () => {
    const { checks } = open(deployed())
    await untilFetched(1)
    await expect(checks['identity-provider']!()).resolves.toBeUndefined()
    const before = fetched
    jest.advanceTimersByTime(15 * 60_000 - 1)
    expect(jest.getTimerCount()).toBe(1)
    jest.advanceTimersByTime(1)
    await untilFetched(before + 1)
  })

  it('says once that the keys are away, asks again soon, and says it again after they were back', async () => {
    isAway = true
    const { messages, checks } = open(deployed())
    const away = expect.stringContaining('keys could not be fetched')
    /** Lets the pause before the next fetch pass. */
    const goOn = async (ms: number) => {
      const times = fetched
      jest.advanceTimersByTime(ms)
      await untilFetched(times + 1)
    }
    await untilFetched(1)
    expect(messages()).toEqual([away])
    await goOn(30_000)
    expect(messages()).toEqual([away])
    await expect(checks['identity-provider']!()).rejects.toThrow('keys cannot be fetched')
    isAway = false
    await goOn(30_000)
    expect(messages()).toEqual([away])
    isAway = true
    await goOn(15 * 60_000)
    expect(messages()).toEqual([away, away])
  })
})
