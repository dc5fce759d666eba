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

/** What came through: the gateway asks services for itself whether they are ready. */
const passed = () => service.seen.filter(({ url }) => url !== '/readyz')

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${path}`, { headers })

describe('good tokens', () => {
  // spec: 5-s1b 1-s12a
  // spec, otherwise: 5-s1a 5-s2a 5-s2b 4-s2
  it('open the registry by ID token, raw or as Bearer', async () => {
    const authorization = idp.issuer.idToken(kim)
    expect((await ask('/api/v1/projects', { authorization })).status).toBe(200)
    for (const scheme of ['Bearer', 'bearer']) {
      const headers = { authorization: `${scheme} ${authorization}` }
      expect((await ask('/api/v1/projects', headers)).status).toBe(200)
    }
    expect(passed()).toHaveLength(3)
    expect(JSON.stringify(passed())).not.toContain(authorization)
  })

  // spec: 4.6-r1a 5-s3a 5-s11 4.6-r1b
  it('open the other routes by the pair of the load balancer, or by ID token', async () => {
    const { authorization, ...pair } = idp.issuer.headersFor(kim)
    expect((await ask('/admin/api/banners', pair)).status).toBe(200)
    expect((await ask('/admin/api/banners', { authorization: authorization! })).status).toBe(200)
    const info = await ask('/user/api/info', pair)
    expect(await info.json()).toEqual({
      message: 'User information retrieved successfully',
      user: { email: 'kim@acme.example', groups: ['admin'] },
    })
  })

  /** What becomes of a request to review, and of one to administer, by somebody of these groups. */
  const opens = async (groups: unknown) => {
    const headers = {
      'x-amzn-oidc-data': idp.issuer.loadBalancerToken(kim),
      'x-amzn-oidc-accesstoken': idp.issuer.accessToken(kim, { 'cognito:groups': groups }),
    }
    return [
      (await ask('/review/api/x', headers)).status,
      (await ask('/admin/api/x', headers)).status,
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
  ])('open what any of their groups may, of a list or a text: %j', async (groups, statuses) => {
    expect(await opens(groups)).toEqual(statuses)
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
  ])('open nothing when none of their groups may: %j', async (groups) => {
    expect(await opens(groups)).toEqual([403, 403])
  })

  // spec: 5-s1a 4-s2
  it('do not open the registry when they are those of the load balancer only', async () => {
    const { authorization: _, ...pair } = idp.issuer.headersFor(kim)
    expect((await ask('/api/v1/projects', pair)).status).toBe(401)
    expect(passed()).toEqual([])
  })

  it('are not looked at on public paths', async () => {
    const headers = { authorization: 'nonsense', 'x-amzn-oidc-data': 'nonsense' }
    expect((await ask('/api/csv', headers)).status).toBe(200)
    expect((await ask('/assistant/api/scm/oauth/login', headers)).status).toBe(200)
  })
})

// The names are the same for every issuer; the tokens are made anew under the running one's keys.
const names = forgeries(createTokenIssuer(LOCAL_POOL)).map(
  ({ kind, name }) => [kind, name] as const,
)

describe(`${names.length} forged or damaged tokens`, () => {
  // spec: 5-s2b
  it.each(names)('as %s: %s', async (kind, name) => {
    const { token } = forged.find((one) => one.kind === kind && one.name === name)!
    const { authorization: _, ...pair } = idp.issuer.headersFor(kim)
    const attempts: [string, Record<string, string>][] =
      kind === 'id'
        ? // On the registry one token alone says who calls: nothing contradicts another subject.
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
      const response = await ask(path, headers)
      expect([path, response.status]).toEqual([path, 401])
      const body = await response.text()
      expect(JSON.parse(body)).toMatchObject({ status: 401, message: expect.any(String) })
      expect(body).not.toContain(token)
    }
    expect(passed()).toEqual([])
  })
})

describe('tokens in the wrong place', () => {
  // spec: 5-s1a 5-s2a 4-s2
  // spec, otherwise: 5-s1b
  it('are refused: each kind where another belongs, or one of two', async () => {
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
      expect([path, (await ask(path, headers)).status]).toEqual([path, 401])
    }
    expect(passed()).toEqual([])
  })

  it('are refused when they are of two people', async () => {
    const lee = { email: 'lee@acme.example', groups: ['admin'] }
    const headers = {
      'x-amzn-oidc-data': idp.issuer.loadBalancerToken(kim),
      'x-amzn-oidc-accesstoken': idp.issuer.accessToken(lee),
    }
    expect((await ask('/admin/api/banners', headers)).status).toBe(401)
    const mixed = { ...idp.issuer.headersFor(kim), authorization: idp.issuer.idToken(lee) }
    expect((await ask('/admin/api/banners', mixed)).status).toBe(401)
    expect(passed()).toEqual([])
  })

  it('are refused with 431 when they are larger than any real one', async () => {
    const answer = await sendRaw(
      gateway.port,
      `GET /api/v1/projects HTTP/1.1\r\nHost: a.example\r\nAuthorization: ${'a'.repeat(100_000)}\r\n\r\n`,
    )
    expect(statusesOf(answer)).toEqual([431])
  })
})

describe('the log', () => {
  it('holds no token and no address of a person', () => {
    expect(gateway.output()).not.toMatch(/eyJ|kim@|lee@/i)
  })
})
