import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { assistantService } from './assistant-service.ts'

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
