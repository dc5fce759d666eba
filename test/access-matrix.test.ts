import { isInScope, type KeyScope } from '@landscape/contracts/api-keys'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { allRoutes } from '../tools/description/all-routes.ts'
import { createClient, type ClientResponse, type Client } from './support/client.ts'
import { startProduction, type Production } from './support/production.ts'
import { joinLandscape, type SharedProduction } from './support/shared-landscape.ts'

type Decision = 'passes' | 401 | 403
type Level =
  'public' | 'page' | 'authenticated' | 'admin' | 'reviewer' | 'seats' | 'historic' | 'cookie'

const CALLERS = [
  'anonymous',
  'ordinary',
  'reviewer',
  'admin',
  'both',
  'expired',
  'read key',
  'registry key',
  'admin key',
] as const
type Caller = (typeof CALLERS)[number]
/** The person whose decisions apply to the requests in the scope of a key. */
const KEYS: Partial<Record<Caller, Caller>> = {
  'read key': 'ordinary',
  'registry key': 'ordinary',
  'admin key': 'admin',
}

/** Reads that identify callers when they can, and respond to anonymous ones. */
const LENIENT =
  /^\/(?:mcp|api\/(?:csv|advice)|(?:api\/)?(?:technologies|projects|completeness|drift|search|trends)|radar|editions)(?:\/|$)/

/** The access table of the landscape: first match wins. */
const TABLE: [path: RegExp, level: Level, access: string][] = [
  // Public, with additional content for the caller's identity.
  [/^\/$/, 'page', 'optional'],
  [LENIENT, 'public', 'optional'],
  [/^\/api\/v1\//, 'authenticated', 'authenticated'],
  [/^\/api\//, 'public', 'public'],
  [/^\/admin\/api\//, 'admin', 'group admin'],
  [/^\/review\/api\//, 'reviewer', 'group reviewer'],
  [/^\/changes(?:\/|$)/, 'reviewer', 'group reviewer'],
  [/^\/user\/api\//, 'authenticated', 'authenticated'],
  [/^\/assistant\/api\/(?:scm\/oauth\/|auth\/status$)/, 'public', 'public'],
  [/^\/assistant\/api\/org\//, 'authenticated', 'authenticated'],
  [
    /^\/(?:assistant\/api\/(?:seats(?:\/summary)?|spend|repositories|users|teams\/\{slug\}\/usage)|usage)$/,
    'seats',
    'optional',
  ],
  [/^\/assistant\/api\/teams\/historic$/, 'historic', 'optional'],
  // Require an identity, and return 401 without the scm cookie.
  [/^\/assistant\/api\/(?:teams|team\/seats|admin\/status)$/, 'cookie', 'authenticated'],
]

/** Decisions for the callers in the order of `CALLERS`. */
const DECISIONS: Record<Level, Decision[]> = {
  public: ['passes', 'passes', 'passes', 'passes', 'passes', 'passes'],
  page: ['passes', 'passes', 'passes', 'passes', 'passes', 401],
  authenticated: [401, 'passes', 'passes', 'passes', 'passes', 401],
  admin: [401, 403, 403, 'passes', 'passes', 401],
  reviewer: [401, 403, 'passes', 'passes', 'passes', 401],
  seats: [401, 403, 403, 'passes', 'passes', 401],
  historic: [401, 401, 401, 'passes', 'passes', 401],
  cookie: [401, 401, 401, 401, 401, 401],
}

interface Operation {
  service: string
  method: string
  path: string
  access: string
}

let production: SharedProduction
let client: Client
beforeAll(async () => {
  production = await joinLandscape('production')
  client = createClient(production.url)
  await createKeys(client, production)
})
afterAll(async () => {
  client?.close()
  await production?.leave()
})

const PERSON = { email: 'kim@acme.example', groups: [] as string[] }
const GROUPS: Partial<Record<Caller, string[]>> = {
  ordinary: ['guest', 'admins', 'non-reviewer'],
  reviewer: ['Reviewer'],
  admin: ['ADMIN'],
  both: ['reviewer', 'admin'],
}

/** Headers with the API key of each caller, by landscape. */
const keyHeaders = new WeakMap<object, Map<string, Record<string, string>>>()

async function createKeys(via: Client, { issuer }: Pick<SharedProduction, 'issuer'>) {
  const headers = issuer.headersFor({ ...PERSON, groups: ['admin'] })
  const found = new Map<string, Record<string, string>>()
  for (const caller of Object.keys(KEYS)) {
    const [scope = ''] = caller.split(' ')
    const body = { name: `matrix-${scope}`, scope, expiresInDays: 1 }
    const created = (await via.post('/admin/api/keys', body, headers)).json()
    const { secret } = created as { secret: string }
    found.set(caller, { authorization: `Bearer ${secret}` })
  }
  keyHeaders.set(issuer, found)
}

/** The decision for a caller; a key is rejected outside its scope. */
function decisionFor(caller: Caller, level: Level, { method, path }: Operation): Decision {
  const person = KEYS[caller] ?? caller
  const decision = DECISIONS[level][CALLERS.indexOf(person)] ?? 401
  const [scope] = caller.split(' ') as [KeyScope]
  const isRejected = caller !== person && !isInScope(scope, method, path)
  return isRejected && decision === 'passes' && level !== 'public' ? 403 : decision
}

function headersOf(
  caller: Caller,
  { issuer }: Pick<SharedProduction, 'issuer'> = production,
): Record<string, string> {
  if (caller === 'anonymous') return {}
  if (KEYS[caller]) return keyHeaders.get(issuer)?.get(caller) ?? {}
  if (caller !== 'expired') return issuer.headersFor({ ...PERSON, groups: GROUPS[caller] ?? [] })
  const past = { exp: Math.floor(Date.now() / 1000) - 10 }
  const admin = { ...PERSON, groups: ['admin'] }
  return {
    authorization: issuer.idToken(admin, past),
    'x-amzn-oidc-data': issuer.loadBalancerToken(admin, past),
    'x-amzn-oidc-accesstoken': issuer.accessToken(admin, past),
  }
}

/** Returns every operation of the services, and some of the gateway. */
function operations(): Operation[] {
  const { gateway, ...services } = allRoutes()
  const ofGateway = gateway.filter(({ path }) => path === '/' || path.startsWith('/user/api/'))
  return Object.entries({ ...services, gateway: ofGateway }).flatMap(([service, routes]) =>
    routes.map(({ method, path, access }) => ({
      service,
      method: method.toUpperCase(),
      path: path.replaceAll(/:(\w+)/g, '{$1}'),
      access: typeof access === 'string' ? access : `group ${access.anyGroup.join(', ')}`,
    })),
  )
}

/** Returns an operation and its alias for existing clients. */
function spellingsOf(operation: Operation): Operation[] {
  const { path, service } = operation
  if (service !== 'assistant') return [operation]
  const alias = path
    .replace('/assistant/api/scm/oauth', '/copilot/api/github/oauth')
    .replace('/assistant/api', '/copilot/api')
  return [operation, { ...operation, path: alias }]
}

function send(via: Client, { method, path }: Operation, headers: Record<string, string>) {
  // The team is validated before the cookie.
  const query = path.endsWith('/team/seats') ? '?teamSlug=any' : ''
  const target = path.replace(/\{\w+\}/g, 'Nothing%20like%20this') + query
  // Malformed body: an authorised request gets 400 and changes nothing; any other request never gets 400.
  return via.send(method, target, method === 'GET' ? undefined : '{broken', headers)
}

const decisionOf = ({ status }: ClientResponse): Decision =>
  status === 401 || status === 403 ? status : 'passes'
const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** The decision about every operation for a caller: by the table, and by the gateway. */
async function decisionsFor(caller: Caller, via: Client, headers: Record<string, string>) {
  const expected: Record<string, Decision> = {}
  const actual: Record<string, Decision> = {}
  for (const operation of operations()) {
    const level = TABLE.find(([path]) => path.test(operation.path))?.[1] ?? 'admin'
    for (const spelt of spellingsOf(operation)) {
      const response = await send(via, spelt, headers)
      expected[nameOf(spelt)] = decisionFor(caller, level, spelt)
      actual[nameOf(spelt)] = decisionOf(response)
      if (actual[nameOf(spelt)] !== 'passes') {
        expect(response.json()).toEqual(expect.any(Object))
        expect(response.text).not.toContain('acme.example')
      }
    }
  }
  return { expected, actual }
}

describe('every described route', () => {
  // spec: 5-s10
  it('declares the access that the table gives it', () => {
    const all = operations()
    expect(all.length).toBeGreaterThan(35)
    for (const operation of all) {
      const row = TABLE.find(([path]) => path.test(operation.path))
      expect([nameOf(operation), operation.access]).toEqual([nameOf(operation), row?.[2]])
    }
  })

  // spec: 1-r1b 1-r3b 1-r6b 5-s6a 5-s6b 5-s6c
  it.each(CALLERS)('follows the access table for %s before it reads the body', async (caller) => {
    const decisions = await decisionsFor(caller, client, headersOf(caller))
    const aliases = Object.keys(decisions.actual).filter((name) => name.includes('/copilot/'))
    expect(aliases.length).toBeGreaterThan(9)
    expect(decisions.actual).toEqual(decisions.expected)
  })

  it('has an alias only in the assistant', async () => {
    const all = operations()
    const elsewhere = all.map(({ path }) => `/copilot${path}`)
    const services = all.filter(({ service }) => service !== 'assistant')
    const inside = services.map(({ path }) => path.replace(/^(?:(?:\/\w+)?\/api)?/, '/copilot/api'))
    for (const path of new Set([...elsewhere, ...inside])) {
      const response = await send(
        client,
        { service: '', access: '', method: 'GET', path },
        headersOf('both'),
      )
      expect([path, response.status]).toEqual([path, 404])
    }
  })

  // spec, otherwise: 5-s6a
  it('rejects direct requests without a signed identity unless it is public', async () => {
    const { issuer, internalTokenSecret, urls } = production
    const admin = { ...PERSON, groups: ['admin', 'reviewer'] }
    const elsewhere = await createIdentitySigner(internalTokenSecret).sign(
      { subject: '1', ...admin },
      'somebody-else',
    )
    const attempts: Record<string, string>[] = [
      {},
      issuer.headersFor(admin),
      { 'x-user-email': admin.email, 'x-user-groups': 'admin', 'x-forwarded-user': admin.email },
      { [IDENTITY_HEADER]: issuer.idToken(admin) },
      { [IDENTITY_HEADER]: elsewhere },
      { [IDENTITY_HEADER]: JSON.stringify({ subject: '1', ...admin }) },
    ]
    for (const operation of operations()) {
      if (operation.service === 'gateway' || operation.access === 'public') continue
      const direct = createClient(urls[operation.service as keyof typeof urls], {
        described: false,
      })
      for (const headers of attempts) {
        const response = await send(direct, operation, headers)
        // An identity issued to another service is misdirected (RFC 9110 §15.5.20).
        const rejection = headers[IDENTITY_HEADER] === elsewhere ? 421 : 401
        const isAnonymous = headers[IDENTITY_HEADER] === undefined
        if (LENIENT.test(operation.path) && isAnonymous) {
          // Anonymous callers get a response without what only signed-in callers may see.
          const { status, headers: replied } = response
          expect([nameOf(operation), [200, 400, 404].includes(status)]).toEqual([
            nameOf(operation),
            true,
          ])
          if (status === 200) expect(replied['cache-control']).toBe('public, no-cache')
          continue
        }
        expect([nameOf(operation), response.status]).toEqual([nameOf(operation), rejection])
      }
      direct.close()
    }
  })
})

describe('every described route for callers of an OpenID Connect provider', () => {
  let provided: Production
  let providedClient: Client
  beforeAll(async () => {
    provided = await startProduction({
      callers: 'provider',
      documents: false,
      env: { COMPATIBILITY_ALIASES: 'true' },
    })
    providedClient = createClient(provided.url)
    await createKeys(providedClient, provided)
  })
  afterAll(async () => {
    providedClient?.close()
    await provided?.stop()
  })

  it.each(CALLERS)('follows the access table for %s', async (caller) => {
    const headers = headersOf(caller, provided)
    const { actual, expected } = await decisionsFor(caller, providedClient, headers)
    expect(actual).toEqual(expected)
  })
})

describe('projects of the same name', () => {
  const PATH = '/api/v1/projects'
  const project = (name: string, mark: string) => ({
    user: [{ email: '', roles: [], grade: '' }],
    details: [{ name, project_description: mark }],
  })
  const as = (email: string, groups: string[] = []) => ({
    authorization: production.issuer.idToken({ email, groups }),
  })

  // spec, otherwise: 2.3-s2a
  it('are visible and editable only to their owners', async () => {
    const [name, path] = ['Same name', `${PATH}/Same%20name`]
    for (const owner of ['ann@acme.example', 'ben@acme.example']) {
      expect((await client.post(PATH, project(name, owner), as(owner))).status).toBe(201)
      expect((await client.post(PATH, project(name, 'again'), as(owner))).status).toBe(409)
    }
    const other = as('cat@acme.example', ['reviewer', 'administrators'])
    expect((await client.get(path, other)).status).toBe(404)
    expect((await client.get(PATH, other)).status).toBe(404)
    expect((await client.put(path, project(name, 'stolen'), other)).status).toBe(404)
    expect((await client.send('DELETE', path, undefined, other)).status).toBe(404)
    for (const owner of ['ann@acme.example', 'ben@acme.example']) {
      expect((await client.get(path, as(owner))).json()).toEqual(project(name, owner))
    }
    const changed = project(name, 'changed')
    expect((await client.put(path, changed, as('ANN@acme.example'))).status).toBe(200)
    expect((await client.get(path, as('ann@acme.example'))).json()).toEqual(changed)
    expect((await client.get(path, as('ben@acme.example'))).json()).toEqual(
      project(name, 'ben@acme.example'),
    )
  })

  it('ignores an owner in the body', async () => {
    const claim = { ...project('Claimed', 'x'), owner: 'ann@acme.example' }
    await client.post(PATH, claim, as('eve@acme.example'))
    expect((await client.get(`${PATH}/Claimed`, as('ann@acme.example'))).status).toBe(404)
    expect((await client.get(`${PATH}/Claimed`, as('eve@acme.example'))).text).not.toContain(
      'owner',
    )
  })

  it.each([
    '50%',
    'a/b',
    'a%2Fb',
    '"quoted"',
    "it's",
    'Größe',
    '東京 🗼',
    '...',
    'a;b',
    '#1?',
    'v1.2',
  ])('accepts the name %s', async (name) => {
    const dan = as('dan@acme.example')
    expect((await client.post(PATH, project(name, name), dan)).status).toBe(201)
    const response = await client.get(`${PATH}/${encodeURIComponent(name)}`, dan)
    expect([response.status, response.json()]).toEqual([200, project(name, name)])
  })
})
