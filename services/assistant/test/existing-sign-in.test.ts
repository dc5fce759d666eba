import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, assistantService } from './assistant-service.ts'
import { gitHubFor, startHost, type RunningHost } from './host.ts'

const PATH = '/assistant/api/scm/oauth/status'

describe('GET /assistant/api/scm/oauth/status', () => {
  it.each([
    ['with', 'githubUserToken=any', true],
    ['without', 'other=any', false],
  ])('returns a Boolean %s a session to existing clients', async (_what, cookie, authenticated) => {
    const { app } = await assistantService({}, { existingClients: true })
    const response = await request(app).get(PATH).set({ cookie })
    expect([response.status, response.body]).toEqual([200, { authenticated }])
  })

  it('does not exist without the profile of existing clients', async () => {
    const { app } = await assistantService()
    expect((await request(app).get(PATH)).status).toBe(404)
  })
})

describe('GET /assistant/api/scm/oauth/user', () => {
  const USER = '/assistant/api/scm/oauth/user'
  let host: RunningHost
  beforeAll(async () => {
    host = await startHost({ seatCount: 12 })
  })
  afterAll(() => host.close())

  async function read(token: string | undefined) {
    const { source } = gitHubFor(host)
    const { app } = await assistantService({}, { source, existingClients: true })
    const cookie = token === undefined ? 'other=any' : `githubUserToken=${token}`
    return request(app)
      .get(USER)
      .set(await as('guest'))
      .set({ cookie })
  }

  it('returns the account of the owner of a session', async () => {
    const response = await read(host.tokenOf('ordinary'))
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const { login } = response.body as { login: string }
    expect(host.organisation.users.map((user) => user.login)).toContain(login)
    expect(response.body).toEqual({ login, name: login, avatar_url: expect.any(String) })
  })

  it.each([
    ['without a session', undefined],
    ['for a token that the host does not know', `gho_${'a'.repeat(36)}`],
    ['for a value in another form', 'forged'],
  ])('returns 401 %s', async (_what, token) => {
    expect((await read(token)).status).toBe(401)
  })

  it('does not exist without the profile of existing clients', async () => {
    const { app } = await assistantService()
    expect(
      (
        await request(app)
          .get(USER)
          .set(await as('guest'))
      ).status,
    ).toBe(404)
  })
})
