import { PROJECT_EXAMPLE } from '@landscape/dev/examples'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { joinLandscape, type SharedProduction } from './support/shared-landscape.ts'

/** A contact column: an address and a grade. */
const CONTACT = /[\w.]+@[\w.-]+ \([^)]+\)/
/** The e-mail domain of the sample contacts. */
const ADDRESS = /@acme-coast/
const person = { email: 'kim@acme-coast.example', groups: [] }

describe('contacts of projects in production', () => {
  let production: SharedProduction
  let client: Client
  let headers: Record<string, string>
  beforeAll(async () => {
    production = await joinLandscape('production')
    client = createClient(production.url)
    headers = production.issuer.headersFor(person)
    expect((await client.post('/api/v1/projects', PROJECT_EXAMPLE, headers)).status).toBe(201)
  })
  afterAll(async () => {
    client?.close()
    await production?.leave()
  })

  it('are returned to signed-in callers only, after any other request', async () => {
    for (let round = 0; round < 4; round++) {
      const open = await client.get('/api/csv')
      expect(open.status).toBe(200)
      expect(open.text).not.toMatch(ADDRESS)
      expect(open.headers['cache-control']).toBe('public, no-cache')
      const own = await client.get('/api/csv', headers)
      expect(own.text).toMatch(CONTACT)
      expect(own.headers['cache-control']).toBe('private, no-cache')
    }
  })

  it('are hidden from anonymous callers who read at the same time', async () => {
    const forged = { 'x-landscape-identity': 'forged', 'x-landscape-audience': 'signed-in' }
    const { etag = '' } = (await client.get('/api/csv', headers)).headers
    const anonymous = [{}, forged, { 'if-none-match': String(etag) }]
    for (let round = 0; round < 4; round++) {
      const callers = [headers, ...anonymous, headers, ...anonymous, headers]
      const responses = await Promise.all(callers.map((own) => client.get('/api/csv', own)))
      for (const [caller, response] of responses.entries()) {
        const isSignedIn = callers[caller] === headers
        expect([response.status, ADDRESS.test(response.text)]).toEqual([200, isSignedIn])
        expect(response.headers).not.toHaveProperty('x-landscape-audience')
      }
    }
  })

  it('are hidden from callers with invalid tokens', async () => {
    const past = { exp: Math.floor(Date.now() / 1000) - 10 }
    const { issuer } = production
    for (const authorization of [issuer.idToken(person, past), 'nonsense']) {
      const { status, text } = await client.get('/api/csv', { authorization })
      expect([status, text]).toEqual([200, (await client.get('/api/csv')).text])
    }
    const { 'x-amzn-oidc-data': _, ...half } = headers
    expect((await client.get('/api/csv', half)).text).not.toMatch(ADDRESS)
  })
})
