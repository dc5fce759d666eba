import { PROJECT_EXAMPLE } from '@landscape/contracts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { startProduction, type Production } from './support/production.ts'

/** As the columns show them: an address and a grade. */
const CONTACT = /[\w.]+@[\w.-]+ \([^)]+\)/
const ANY_ADDRESS = /@acme/
const person = { email: 'kim@acme-coast.example', groups: [] }

/** Production with one project, which has a contact. */
async function start(env: Record<string, string> = {}) {
  const production = await startProduction({ services: ['gateway', 'data', 'projects'], env })
  const client = createClient(production.url)
  const headers = production.issuer.headersFor(person)
  expect((await client.post('/api/v1/projects', PROJECT_EXAMPLE, headers)).status).toBe(201)
  const stop = async () => {
    client.close()
    await production.stop()
  }
  return { production, client, headers, stop }
}

describe('contacts of projects in production', () => {
  let production: Production
  let client: Client
  let headers: Record<string, string>
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    ;({ production, client, headers, stop } = await start())
  }, 60_000)
  afterAll(async () => stop?.())

  it('are shown to who has signed in and to nobody else, whoever asked before', async () => {
    for (let round = 0; round < 4; round++) {
      const open = await client.get('/api/csv')
      expect(open.status).toBe(200)
      expect(open.text).not.toMatch(ANY_ADDRESS)
      expect(open.headers['cache-control']).toBe('public, no-cache')
      const own = await client.get('/api/csv', headers)
      expect(own.text).toMatch(CONTACT)
      expect(own.headers['cache-control']).toBe('private, no-cache')
    }
  })

  it('are not shown to who shows tokens that are not right, who gets what everybody gets', async () => {
    const past = { exp: Math.floor(Date.now() / 1000) - 10 }
    const { issuer } = production
    for (const authorization of [issuer.idToken(person, past), 'nonsense']) {
      const { status, text } = await client.get('/api/csv', { authorization })
      expect([status, text]).toEqual([200, (await client.get('/api/csv')).text])
    }
    const { 'x-amzn-oidc-data': _, ...half } = headers
    expect((await client.get('/api/csv', half)).text).not.toMatch(ANY_ADDRESS)
  })
})

describe('contacts of projects', () => {
  it('are answered to everybody where a setting opens them', async () => {
    const { client, stop } = await start({ CONTACTS_SHOWN_TO: 'everybody' })
    try {
      const { text, headers } = await client.get('/api/csv')
      expect(text).toMatch(CONTACT)
      expect(headers['cache-control']).toBe('public, no-cache')
    } finally {
      await stop()
    }
  })

  it('are answered to nobody who has to sign in for everything', async () => {
    const { client, headers, stop } = await start({ PUBLIC_PREFIXES: 'none' })
    try {
      expect((await client.get('/api/csv')).status).toBe(401)
      expect((await client.get('/api/csv', headers)).text).toMatch(CONTACT)
    } finally {
      await stop()
    }
  })
})
