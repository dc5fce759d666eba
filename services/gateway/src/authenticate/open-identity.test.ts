import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import {
  createDevIdp,
  createProviderIssuer,
  createTokenIssuer,
  LOCAL_POOL,
} from '@landscape/dev/identity-provider'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openIdentity, type IdentityMode, type OpenIdentityDeps } from './open-identity.ts'

const issuer = createTokenIssuer(LOCAL_POOL)
const provider = createDevIdp(LOCAL_POOL, issuer)
const developer = { mode: 'developer', email: 'Kim@Acme.example', groups: ['admin'] } as const
const keyHolder = { subject: 'key:1', email: 'key:import', groups: [] }
const keys = { identify: async () => keyHolder }
const prefix = { path: '/api', service: 'data', access: 'authenticated' } as const

let server: Server
let url: string
let isDown = false
let fetched = 0
/** Refreshes that the identity has scheduled. */
let scheduled: { run: () => void; ms: number }[] = []
beforeEach(async () => {
  scheduled = []
  isDown = false
  fetched = 0
  server = createServer((req, res) => {
    fetched++
    if (isDown) res.writeHead(503).end()
    else provider(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Opens the identity with a log that the test can read. */
function open(mode: IdentityMode, deps: Partial<OpenIdentityDeps> = {}) {
  const lines: { msg: string; level: string; host?: string; err?: object }[] = []
  const logger = createLogger({
    service: 'gateway',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  })
  const schedule = (run: () => void, ms: number) => void scheduled.push({ run, ms })
  const own = { host: '127.0.0.1', trustedProxies: 1, keys, logger, schedule }
  const identity = openIdentity(mode, { ...own, ...deps })
  const warnings = () => lines.filter(({ level }) => level === 'warn')
  return { ...identity, lines, warnings, messages: () => warnings().map(({ msg }) => msg) }
}

const tokens = (): IdentityMode => ({
  mode: 'pool',
  ...LOCAL_POOL,
  idpKeys: `${url}/${LOCAL_POOL.userPoolId}/.well-known/jwks.json`,
  loadBalancerKeys: `${url}/load-balancer-keys`,
})
const deployed = () => ({ ...tokens(), userPoolId: 'eu-west-2_Landscape' })

/** Waits for the end of a fetch and returns the time until the next one. */
async function untilFetched(): Promise<number> {
  while (scheduled.length === 0) await setImmediate()
  return scheduled[0]!.ms
}

/** Starts the next fetch and waits for its end, as `untilFetched`. */
function fetchAgain(): Promise<number> {
  scheduled.shift()!.run()
  return untilFetched()
}

describe('openIdentity in developer mode', () => {
  it('identifies every caller as the developer and logs a warning', async () => {
    const { identify, checks, lines } = open(developer)
    expect(await identify({}, prefix)).toEqual({
      subject: 'developer',
      email: 'kim@acme.example',
      groups: ['admin'],
    })
    expect(await identify({}, { ...prefix, access: 'public' })).toBeUndefined()
    expect(await identify({ apiKey: 'lsk_1' }, prefix)).toBe(keyHolder)
    expect(checks).toEqual({})
    expect(lines).toMatchObject([
      { level: 'warn', host: '127.0.0.1', msg: expect.stringContaining('DEVELOPMENT MODE') },
    ])
    expect(fetched).toBe(0)
  })
})

describe('openIdentity with a user pool', () => {
  it('identifies callers by tokens of the pool only', async () => {
    const { identify } = open(tokens())
    const token = issuer.idToken({ email: 'kim@acme.example', groups: ['admin'] })
    expect(await identify({ token }, prefix)).toMatchObject({
      email: 'kim@acme.example',
      groups: ['admin'],
    })
    expect(await identify({}, prefix)).toBeUndefined()
    await untilFetched()
  })

  it('logs the groups that grant access', async () => {
    const rights = { level: 'info', claim: 'cognito:groups', admin: 'admin', reviewer: 'reviewer' }
    expect(open(deployed()).lines).toMatchObject([{ ...rights, separator: ',' }])
    await untilFetched()
  })

  it('warns of the local identity provider, whose keys are public', async () => {
    expect(open(tokens(), { trustedProxies: 0 }).warnings()).toMatchObject([
      { level: 'warn', host: '127.0.0.1', msg: expect.stringContaining('LOCAL IDENTITY PROVIDER') },
    ])
    await untilFetched()
  })

  it.each([
    [0, [expect.stringContaining('TRUSTED_PROXIES is 0')]],
    [1, []],
  ])('warns when the number of trusted proxies is 0: %i', async (trustedProxies, warnings) => {
    expect(open(deployed(), { trustedProxies }).messages()).toEqual(warnings)
    await untilFetched()
  })

  it('fetches the keys at the start and every 15 minutes', async () => {
    const { checks } = open(deployed())
    expect(await untilFetched()).toBe(15 * 60_000)
    await expect(checks['identity-provider']!()).resolves.toBeUndefined()
    const before = fetched
    await fetchAgain()
    expect(fetched).toBe(before + 1)
  })

  it('logs a failed fetch once per outage and retries every 30 seconds', async () => {
    isDown = true
    const { messages, checks } = open(deployed())
    const failed = expect.stringContaining('keys could not be fetched')
    expect(await untilFetched()).toBe(30_000)
    expect(messages()).toEqual([failed])
    expect(await fetchAgain()).toBe(30_000)
    expect(messages()).toEqual([failed])
    await expect(checks['identity-provider']!()).rejects.toThrow('keys cannot be fetched')
    isDown = false
    expect(await fetchAgain()).toBe(15 * 60_000)
    expect(messages()).toEqual([failed])
    isDown = true
    expect(await fetchAgain()).toBe(30_000)
    expect(messages()).toEqual([failed, failed])
  })
})

describe('openIdentity with an OpenID Connect provider', () => {
  it('logs the groups that grant access', async () => {
    const names = { admin: 'Landscape Admins', reviewer: 'reviewer' }
    const claims = { email: 'email', groups: 'roles', names, separator: ';' }
    expect(open({ mode: 'provider', issuer: url, clients: ['a'], claims }).lines).toMatchObject([
      { level: 'info', claim: 'roles', separator: ';', ...names },
    ])
    await untilFetched()
  })

  it('rejects tokens until the discovery document is read, and retries', async () => {
    isDown = true
    const { identify, checks, provider, warnings } = open({
      mode: 'provider',
      issuer: url,
      clients: ['landscape-local'],
      claims: { email: 'email', groups: 'groups', names: { admin: 'admin', reviewer: 'reviewer' } },
    })
    const kim = { email: 'kim@acme.example', groups: ['admin'] }
    const token = createProviderIssuer(issuer, url).idToken(kim)
    const identified = async () => identify({ token }, prefix)
    await untilFetched()
    await expect(identified()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(checks['identity-provider']!()).rejects.toThrow('keys cannot be fetched')
    expect(warnings()).toMatchObject([
      {
        msg: expect.stringContaining('keys could not be fetched'),
        err: { message: expect.any(String) },
      },
    ])
    expect(provider?.()).toBeUndefined()
    isDown = false
    await fetchAgain()
    expect(await identified()).toMatchObject(kim)
    await expect(checks['identity-provider']!()).resolves.toBeUndefined()
    expect(provider?.()).toMatchObject({ endSessionEndpoint: `${url}/end-session` })
  })

  it('logs once that a token lacks its groups', async () => {
    const { identify, warnings } = open({
      mode: 'provider',
      issuer: url,
      clients: ['landscape-local'],
      claims: { email: 'email', groups: 'groups', names: { admin: 'admin', reviewer: 'reviewer' } },
    })
    await untilFetched()
    const kim = { email: 'kim@acme.example', groups: ['admin'] }
    const token = createProviderIssuer(issuer, url).idToken(kim, {
      groups: undefined,
      hasgroups: true,
    })
    for (let i = 0; i < 2; i++)
      expect(await identify({ token }, prefix)).toMatchObject({ groups: [] })
    expect(warnings()).toMatchObject([
      { subject: expect.any(String), msg: expect.stringContaining('groups did not fit') },
    ])
  })
})
