import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { closeServers, echoService } from './gateway-fixture.ts'
import { startGateway, startIdp, type RunningGateway } from './running-gateway.ts'

const kim = { email: 'kim@acme.example', groups: ['admin'] }
/** Two clients of one user pool, whose tokens have the same issuer and keys. */
const CLIENTS = ['landscape-web', 'holiday-planner'] as const
type Client = (typeof CLIENTS)[number]

let idp: Awaited<ReturnType<typeof startIdp>>
let services: Awaited<ReturnType<typeof echoService>>[]
const gateways = new Map<Client, RunningGateway>()
beforeAll(async () => {
  idp = await startIdp()
  services = [await echoService('projects'), await echoService('admin-review')]
  const [projects, adminReview] = services.map(({ url }) => url) as [string, string]
  for (const client of CLIENTS) {
    const gateway = await startGateway({
      ...idp.settings,
      IDP_USER_POOL_CLIENT_ID: client,
      PROJECTS_URL: projects,
      ADMIN_REVIEW_URL: adminReview,
    })
    gateways.set(client, gateway)
  }
})
afterAll(async () => {
  await Promise.all([...gateways.values()].map((gateway) => gateway.stop()))
  await closeServers()
})
beforeEach(() => {
  for (const { seen } of services) seen.length = 0
})

const idToken = (client: Client) => idp.issuer.idToken(kim, { aud: client })
const accessToken = (client: Client) => idp.issuer.accessToken(kim, { client_id: client })
const loadBalancerToken = (client: Client) => idp.issuer.loadBalancerToken(kim, {}, { client })
const bearer = (client: Client) => ({ authorization: idToken(client) })
const pair = (data: Client, access: Client) => ({
  'x-amzn-oidc-data': loadBalancerToken(data),
  'x-amzn-oidc-accesstoken': accessToken(access),
})

/** Returns statuses and bodies of a gateway with this setting, and the number of forwarded requests. */
async function send(setting: Client, attempts: [path: string, headers: Record<string, string>][]) {
  const url = gateways.get(setting)?.url ?? ''
  const responses = await Promise.all(
    attempts.map(([path, headers]) => fetch(`${url}${path}`, { headers })),
  )
  const bodies = await Promise.all(responses.map(async (response) => response.json()))
  return {
    statuses: responses.map(({ status }) => status),
    bodies,
    forwarded: services.flatMap(({ seen }) => seen).filter((request) => request.url !== '/readyz')
      .length,
  }
}

describe.each([
  ['landscape-web', 'holiday-planner'],
  ['holiday-planner', 'landscape-web'],
] as [Client, Client][])('a gateway with IDP_USER_POOL_CLIENT_ID=%s', (own, other) => {
  // spec: 8-r7
  it('accepts tokens that were issued to this client', async () => {
    const { statuses, forwarded } = await send(own, [
      ['/api/v1/projects', bearer(own)],
      ['/admin/api/banners', bearer(own)],
      ['/admin/api/banners', pair(own, own)],
      ['/admin/api/banners', { ...pair(own, own), ...bearer(own) }],
    ])
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(forwarded).toBe(4)
  })

  // spec, otherwise: 8-r7
  it('rejects tokens of the same pool that were issued to another client', async () => {
    const { statuses, bodies, forwarded } = await send(own, [
      ['/api/v1/projects', bearer(other)],
      ['/admin/api/banners', bearer(other)],
      ['/admin/api/banners', pair(other, other)],
      ['/admin/api/banners', pair(own, other)],
      ['/admin/api/banners', pair(other, own)],
      ['/admin/api/banners', { ...pair(own, own), ...bearer(other) }],
      ['/user/api/info', pair(other, other)],
    ])
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401])
    for (const body of bodies)
      expect(body).toMatchObject({ status: 401, error: expect.any(String) })
    expect(forwarded).toBe(0)
  })
})
