import {
  createProviderIssuer,
  createTokenIssuer,
  LOCAL_POOL,
  providerSettings,
} from '@landscape/dev/identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { closeServers, echoService } from './gateway-fixture.ts'
import { forgeries, type Forgery } from './forgeries.ts'
import { startGateway, startIdp, type RunningGateway } from './running-gateway.ts'

const kim = { email: 'Kim@acme.example', groups: ['landscape-admins'] }
const HEADER = 'x-forwarded-access-token'

let issuer: ReturnType<typeof createTokenIssuer>
let gateway: RunningGateway
let service: Awaited<ReturnType<typeof echoService>>
let address: string
let forged: Forgery[]
/** The provider has one key, so its own token without a key id is valid. */
const isWithoutKeyId = ({ name, kind }: Forgery) => name === 'no key id' && kind === 'id'
beforeAll(async () => {
  const idp = await startIdp()
  address = idp.url
  issuer = createProviderIssuer(idp.issuer, address)
  forged = forgeries(issuer).filter((one) => !isWithoutKeyId(one))
  service = await echoService('any')
  const { url } = service
  gateway = await startGateway({
    NODE_ENV: 'production',
    ...providerSettings(address),
    OIDC_GROUP_ADMIN: 'landscape-admins',
    OIDC_TOKEN_HEADER: 'X-Forwarded-Access-Token',
    FRONTEND_URL: 'https://landscape.example',
    PROJECTS_URL: url,
    DATA_URL: url,
    ADMIN_REVIEW_URL: url,
    ASSISTANT_URL: url,
    RATE_LIMIT_PER_MINUTE: '0',
  })
})
afterAll(async () => {
  await gateway?.stop()
  await closeServers()
})
beforeEach(() => {
  service.seen.length = 0
})

/** Forwarded requests, without the gateway's readiness probes. */
const forwarded = () => service.seen.filter(({ url }) => url !== '/readyz')
const send = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${path}`, { headers })
const statusOf = async (path: string, headers: Record<string, string>) =>
  (await send(path, headers)).status

describe('valid tokens of a provider', () => {
  it.each(['authorization', HEADER])('authorise every route in %s', async (header) => {
    const token = issuer.idToken(kim)
    for (const path of ['/api/v1/projects', '/admin/api/banners', '/assistant/api/seats']) {
      expect([path, await statusOf(path, { [header]: token })]).toEqual([path, 200])
    }
    expect(await statusOf('/admin/api/banners', { [header]: `Bearer ${token}` })).toBe(200)
    expect(forwarded()).toHaveLength(4)
    expect(JSON.stringify(forwarded())).not.toContain(token)
    expect(JSON.stringify(forwarded())).not.toContain(HEADER)
  })

  it('name the caller with the groups of the landscape', async () => {
    const info = await send('/user/api/info', { authorization: issuer.idToken(kim) })
    expect(await info.json()).toMatchObject({
      user: { email: 'kim@acme.example', groups: ['admin'] },
    })
  })

  it('need no key id while the provider has one key', async () => {
    const { token = '' } = forgeries(issuer).find(isWithoutKeyId) ?? {}
    expect(await statusOf('/api/v1/projects', { authorization: token })).toBe(200)
  })

  it('return 403 with the reason when they state that the groups did not fit', async () => {
    const token = issuer.idToken(kim, { groups: undefined, _claim_names: { groups: 'src1' } })
    const headers = { authorization: token }
    expect(await statusOf('/user/api/info', headers)).toBe(200)
    const rejected = await send('/admin/api/banners', headers)
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      expect.objectContaining({ error: expect.stringContaining('lacks your groups') }),
    ])
  })

  it('return 403 for a group that only has the name of ours', async () => {
    const headers = { authorization: issuer.idToken({ ...kim, groups: ['admin', 'Admin'] }) }
    expect(await statusOf('/admin/api/banners', headers)).toBe(403)
  })

  it.each<[string, number, Record<string, unknown>]>([
    ['of another client', 401, { aud: 'landscape-docs' }],
    ['for one client in an array', 200, { aud: ['landscape-local'] }],
    ['for several, issued to ours', 200, { aud: ['a', 'landscape-local'], azp: 'landscape-local' }],
    ['for several, issued to another', 401, { aud: ['a', 'landscape-local'], azp: 'a' }],
    ['for several, issued to nobody', 401, { aud: ['a', 'landscape-local'] }],
    ['for no client', 401, { aud: [] }],
  ])('decide by the audience: %s returns %i', async (_name, status, claims) => {
    const headers = { authorization: issuer.idToken(kim, claims) }
    expect(await statusOf('/admin/api/banners', headers)).toBe(status)
  })

  it('may come from a clock that is ahead', async () => {
    const nbf = Math.floor(Date.now() / 1_000) + 20
    const headers = { authorization: issuer.idToken(kim, { nbf, iat: nbf }) }
    expect(await statusOf('/admin/api/banners', headers)).toBe(200)
  })

  it('return 401 when the issuer differs by a slash', async () => {
    const headers = { authorization: issuer.idToken(kim, { iss: `${address}/` }) }
    expect(await statusOf('/admin/api/banners', headers)).toBe(401)
  })

  it('return 401 when they name two people', async () => {
    const lee = issuer.idToken({ email: 'lee@acme.example', groups: [] })
    const headers = { [HEADER]: issuer.idToken(kim), authorization: lee }
    expect(await statusOf('/admin/api/banners', headers)).toBe(401)
  })
})

const FOR_POOLS = new Set(['another token use', 'without token use', 'another subject'])
// The names are the same for every issuer; only the tokens depend on its keys.
const names = forgeries(createTokenIssuer(LOCAL_POOL))
  .filter((one) => one.kind === 'id' && !FOR_POOLS.has(one.name) && !isWithoutKeyId(one))
  .map(({ name }) => name)

describe(`${names.length} forged or damaged tokens of a provider`, () => {
  it.each(names)('cause a 401 as %s', async (name) => {
    const { token } = forged.find((one) => one.kind === 'id' && one.name === name)!
    const valid = issuer.idToken(kim)
    const attempts: [string, Record<string, string>][] = [
      ['/api/v1/projects', { authorization: token }],
      ['/admin/api/banners', { authorization: `Bearer ${token}` }],
      ['/admin/api/banners', { [HEADER]: token }],
      ['/admin/api/banners', { [HEADER]: token, authorization: valid }],
      ['/user/api/info', { [HEADER]: valid, authorization: token }],
    ]
    for (const [path, headers] of attempts) {
      const response = await send(path, headers)
      expect([path, response.status]).toEqual([path, 401])
      expect(await response.text()).not.toContain(token)
    }
    expect(forwarded()).toEqual([])
  })
})

describe('headers that name a caller without a token', () => {
  it.each([
    'x-forwarded-email',
    'x-forwarded-user',
    'x-auth-request-email',
    'x-amzn-oidc-identity',
    HEADER,
  ])('return 401: %s', async (header) => {
    expect(await statusOf('/admin/api/banners', { [header]: kim.email })).toBe(401)
    expect(forwarded()).toEqual([])
  })

  it.each(['x-amzn-oidc-data', 'x-auth-request-access-token'])(
    'return 401 with a token that no setting names: %s',
    async (header) => {
      expect(await statusOf('/admin/api/banners', { [header]: issuer.idToken(kim) })).toBe(401)
    },
  )
})

describe('POST /user/api/logout', () => {
  it("returns the provider's address that ends the session", async () => {
    const response = await fetch(`${gateway.url}/user/api/logout`, {
      method: 'POST',
      headers: { authorization: issuer.idToken(kim) },
    })
    const next = encodeURIComponent('https://landscape.example')
    expect(await response.json()).toMatchObject({
      logoutUrl: `${address}/end-session?client_id=landscape-local&post_logout_redirect_uri=${next}`,
    })
  })
})

describe('the log', () => {
  beforeAll(async () => {
    const claims = { email_verified: false }
    const headers = { authorization: issuer.idToken(kim, claims), 'x-request-id': 'unverified-1' }
    expect(await statusOf('/user/api/info', headers)).toBe(401)
    await gateway.stop()
  })

  it('has the reason in the line of a rejected request', () => {
    expect(gateway.output()).toMatch(/"unverified-1".*"reason":"unverified e-mail"/)
  })

  it('contains no token and no e-mail address', () => {
    expect(gateway.output()).not.toMatch(/eyJ|kim@|lee@/i)
  })
})
