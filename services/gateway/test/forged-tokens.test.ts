import { createTokenIssuer, LOCAL_POOL } from '@landscape/dev/identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { closeServers, echoService, sendRaw, statusesOf } from './gateway-fixture.ts'
import { forgeries, type Forgery } from './forgeries.ts'
import { startGateway, startIdp, type RunningGateway } from './running-gateway.ts'

const kim = { email: 'Kim@acme.example', groups: ['Admin'] }
let idp: Awaited<ReturnType<typeof startIdp>>
let gateway: RunningGateway
let service: Awaited<ReturnType<typeof echoService>>
let forged: Forgery[]
beforeAll(async () => {
  idp = await startIdp()
  forged = forgeries(idp.issuer)
  service = await echoService('any')
  const { url } = service
  gateway = await startGateway({
    ...idp.settings,
    PROJECTS_URL: url,
    DATA_URL: url,
    ADMIN_REVIEW_URL: url,
    ASSISTANT_URL: url,
    RATE_LIMIT_PER_MINUTE: '0',
  })
})
afterAll(async () => {
  await gateway.stop()
  await closeServers()
})
beforeEach(() => {
  service.seen.length = 0
})

/** Forwarded requests, without the gateway's readiness probes. */
const forwarded = () => service.seen.filter(({ url }) => url !== '/readyz')

const send = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${path}`, { headers })

describe('valid tokens', () => {
  // spec: 5-s1b 1-s12a
  // spec, otherwise: 5-s1a 5-s2a 5-s2b 4-s2
  it('authorise registry requests as an ID token, with or without Bearer', async () => {
    const authorization = idp.issuer.idToken(kim)
    expect((await send('/api/v1/projects', { authorization })).status).toBe(200)
    for (const scheme of ['Bearer', 'bearer']) {
      const headers = { authorization: `${scheme} ${authorization}` }
      expect((await send('/api/v1/projects', headers)).status).toBe(200)
    }
    expect(forwarded()).toHaveLength(3)
    expect(JSON.stringify(forwarded())).not.toContain(authorization)
  })

  // spec: 4.6-r1a 5-s3a 5-s11 4.6-r1b
  it('authorise other routes as a load balancer pair or as an ID token', async () => {
    const { authorization, ...pair } = idp.issuer.headersFor(kim)
    expect((await send('/admin/api/banners', pair)).status).toBe(200)
    expect((await send('/admin/api/banners', { authorization: authorization! })).status).toBe(200)
    const info = await send('/user/api/info', pair)
    expect(await info.json()).toEqual({
      message: 'User information retrieved successfully',
      user: { email: 'kim@acme.example', groups: ['admin'] },
    })
  })

  /** Returns the statuses of a review request and an administration request with these groups. */
  const statusesFor = async (groups: unknown) => {
    const headers = {
      'x-amzn-oidc-data': idp.issuer.loadBalancerToken(kim),
      'x-amzn-oidc-accesstoken': idp.issuer.accessToken(kim, { 'cognito:groups': groups }),
    }
    return [
      (await send('/review/api/x', headers)).status,
      (await send('/admin/api/x', headers)).status,
    ]
  }

  // spec: 5-s5
  it.each([
    ['guest, REVIEWER', [200, 403]],
    [['reviewer'], [200, 403]],
    [
      ['x', 'Admin'],
      [200, 200],
    ],
    ['reviewer,admin', [200, 200]],
  ])('authorise routes of any group, from an array or a string: %j', async (groups, statuses) => {
    expect(await statusesFor(groups)).toEqual(statuses)
  })

  // spec, otherwise: 5-s5
  it.each([
    'reviewers',
    'admin reviewer',
    'guest;admin',
    [['review', 'er']],
    [['guest', 'non-reviewer', 'admins', '']],
    [[]],
    undefined,
    7,
    { admin: 1 },
  ])('return 403 without a matching group: %j', async (groups) => {
    expect(await statusesFor(groups)).toEqual([403, 403])
  })

  // spec: 5-s1a 4-s2
  it('return 401 at the registry as a load balancer pair only', async () => {
    const { authorization: _, ...pair } = idp.issuer.headersFor(kim)
    expect((await send('/api/v1/projects', pair)).status).toBe(401)
    expect(forwarded()).toEqual([])
  })

  it('are ignored on public paths', async () => {
    const headers = { authorization: 'nonsense', 'x-amzn-oidc-data': 'nonsense' }
    expect((await send('/api/csv', headers)).status).toBe(200)
    expect((await send('/assistant/api/scm/oauth/login', headers)).status).toBe(200)
  })
})

// The names are the same for every issuer; only the tokens depend on its keys.
const names = forgeries(createTokenIssuer(LOCAL_POOL)).map(
  ({ kind, name }) => [kind, name] as const,
)

describe(`${names.length} forged or damaged tokens`, () => {
  // spec: 5-s2b
  it.each(names)('cause a 401 as %s: %s', async (kind, name) => {
    const { token } = forged.find((one) => one.kind === kind && one.name === name)!
    const { authorization: _, ...pair } = idp.issuer.headersFor(kim)
    const attempts: [string, Record<string, string>][] =
      kind === 'id'
        ? // The registry reads only one token, so another subject contradicts nothing.
          name === 'another subject'
          ? [['/admin/api/banners', { ...pair, authorization: token }]]
          : [
              ['/api/v1/projects', { authorization: token }],
              ['/admin/api/banners', { authorization: `Bearer ${token}` }],
              ['/admin/api/banners', { ...pair, authorization: token }],
            ]
        : ['/admin/api/banners', '/user/api/info', '/assistant/api/seats'].map((path) => [
            path,
            {
              ...pair,
              [kind === 'access' ? 'x-amzn-oidc-accesstoken' : 'x-amzn-oidc-data']: token,
            },
          ])
    for (const [path, headers] of attempts) {
      const response = await send(path, headers)
      expect([path, response.status]).toEqual([path, 401])
      const body = await response.text()
      expect(JSON.parse(body)).toMatchObject({ status: 401, message: expect.any(String) })
      expect(body).not.toContain(token)
    }
    expect(forwarded()).toEqual([])
  })
})

describe('tokens in the wrong header', () => {
  // spec: 5-s1a 5-s2a 4-s2
  // spec, otherwise: 5-s1b
  it('cause a 401, as does an incomplete pair of headers', async () => {
    const { issuer } = idp
    const [id, access, data] = [
      issuer.idToken(kim),
      issuer.accessToken(kim),
      issuer.loadBalancerToken(kim),
    ]
    const attempts: [string, Record<string, string>][] = [
      ['/api/v1/projects', { authorization: access }],
      ['/api/v1/projects', { authorization: data }],
      ['/api/v1/projects', { authorization: `Basic ${id}` }],
      ['/api/v1/projects', { authorization: '' }],
      ['/api/v1/projects', { authorization: 'Bearer' }],
      ['/api/v1/projects', { cookie: `authorization=${id}` }],
      [`/api/v1/projects?authorization=${id}&token=${id}`, {}],
      ['/admin/api/banners', { 'x-amzn-oidc-data': access, 'x-amzn-oidc-accesstoken': data }],
      ['/admin/api/banners', { 'x-amzn-oidc-data': data, 'x-amzn-oidc-accesstoken': id }],
      ['/admin/api/banners', { 'x-amzn-oidc-data': data }],
      ['/admin/api/banners', { 'x-amzn-oidc-accesstoken': access }],
      ['/admin/api/banners', { 'x-amzn-oidc-data': data, authorization: id }],
      ['/admin/api/banners', { 'x-amzn-oidc-identity': 'local-kim@acme.example' }],
    ]
    for (const [path, headers] of attempts) {
      expect([path, (await send(path, headers)).status]).toEqual([path, 401])
    }
    expect(forwarded()).toEqual([])
  })

  it('cause a 401 when they belong to two people', async () => {
    const lee = { email: 'lee@acme.example', groups: ['admin'] }
    const headers = {
      'x-amzn-oidc-data': idp.issuer.loadBalancerToken(kim),
      'x-amzn-oidc-accesstoken': idp.issuer.accessToken(lee),
    }
    expect((await send('/admin/api/banners', headers)).status).toBe(401)
    const mixed = { ...idp.issuer.headersFor(kim), authorization: idp.issuer.idToken(lee) }
    expect((await send('/admin/api/banners', mixed)).status).toBe(401)
    expect(forwarded()).toEqual([])
  })

  it('cause a 431 when they are oversized', async () => {
    const response = await sendRaw(
      gateway.port,
      `GET /api/v1/projects HTTP/1.1\r\nHost: a.example\r\nAuthorization: ${'a'.repeat(100_000)}\r\n\r\n`,
    )
    expect(statusesOf(response)).toEqual([431])
  })
})

describe('the log', () => {
  it('contains no token and no e-mail address', () => {
    expect(gateway.output()).not.toMatch(/eyJ|kim@|lee@/i)
  })
})
