import { createIdentityVerifier, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { afterAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { prefixesWith } from '../src/request/prefixes.ts'
import { closeServers, gatewayApp, SECRET } from './gateway-fixture.ts'
import { EVIL, LANDING, landingWith, shownPage, startServices } from './landing-page.ts'

afterAll(closeServers)

const UNAVAILABLE = /Not available at the moment\./g

describe('GET /', () => {
  it("requests three routes, with the caller's identity issued to each service", async () => {
    const { upstreams, received } = await startServices()
    await shownPage({ upstreams })
    const urls = received.map(({ url }) => url).filter((url) => url.includes('api'))
    expect(urls.toSorted()).toEqual([
      '/api/landing',
      '/assistant/api/org/seats',
      '/assistant/api/org/svg',
    ])
    const usage = received.find(({ url }) => url === '/assistant/api/org/seats')?.headers ?? {}
    const verifier = createIdentityVerifier([SECRET], 'assistant')
    const token = String(usage[IDENTITY_HEADER])
    expect(await verifier.verify(token)).toMatchObject({ email: 'kim@acme.example' })
    expect(usage['x-forwarded-for']).toMatch(/127\.0\.0\.1$/)
    expect(usage['x-request-id']).toMatch(/\S/)
  })

  it('shows public sections and a sign-in notice to anonymous visitors', async () => {
    const { upstreams, received } = await startServices()
    const { text, elements } = await shownPage({ upstreams, identify: () => undefined })
    expect(text).toContain('You are not signed in.')
    expect(text.match(/Sign in to see this\./g)).toHaveLength(1)
    expect(text).not.toContain('seats use')
    expect(elements.filter(({ name }) => name === 'img')).toHaveLength(2)
    expect(text).not.toContain('href="/changes"')
    expect(received.some(({ url }) => url.startsWith('/assistant'))).toBe(false)
  })

  it('hides restricted sections from anonymous visitors', async () => {
    const { upstreams, received } = await startServices()
    const closed = { upstreams, identify: () => undefined, prefixes: prefixesWith([], true) }
    const { text } = await shownPage(closed)
    expect(text.match(/Sign in to see this\./g)).toHaveLength(4)
    expect(text).not.toContain('class="headlines"')
    expect(received.filter(({ url }) => url.includes('api'))).toEqual([])
  })

  it.each([
    ['reviewer', true],
    ['guest', false],
  ])('links to the changes for the group %s: %s', async (group, isLinked) => {
    const { upstreams } = await startServices()
    const { text } = await shownPage({ upstreams, groups: [group] })
    expect(text.includes('href="/changes"')).toBe(isLinked)
  })

  it('shows a notice for unreadable and forbidden sections', async () => {
    const { upstreams } = await startServices({
      ...landingWith({ radar: null, moves: null }),
      '/assistant/api/org/svg': { status: 403 },
    })
    const { text } = await shownPage({ upstreams })
    expect(text.match(UNAVAILABLE)).toHaveLength(2)
    expect(text).toContain('You do not have access to this.')
    expect(text).toContain('1,049')
  })

  it.each([
    ['failed', { status: 500, type: 'application/problem+json', text: '{"error":"secret"}' }],
    ['malformed', { text: '{"moves":"none"}' }],
    ['mistyped', { type: 'text/html', text: EVIL }],
    ['oversized', { text: JSON.stringify({ ...LANDING, radar: 'x'.repeat(2 * 1024 * 1024) }) }],
  ])('shows notices instead of a %s response', async (_what, landing) => {
    const { upstreams } = await startServices({ '/api/landing': landing })
    const { text } = await shownPage({ upstreams })
    expect(text.match(UNAVAILABLE)).toHaveLength(3)
    expect(text).toContain('55')
    expect(text).not.toMatch(/secret|<script>alert/)
    expect(text.length).toBeLessThan(1024 * 1024)
  })

  it('shows a notice where nothing is stored', async () => {
    const { upstreams } = await startServices({ '/assistant/api/org/svg': { status: 501 } })
    expect((await shownPage({ upstreams })).text).toContain('Nothing is stored yet.')
  })

  it('returns the page when every service is down', async () => {
    const { text } = await shownPage({})
    expect(text.match(UNAVAILABLE)).toHaveLength(4)
  })

  it('is private, and returns 405 for writes', async () => {
    const { upstreams } = await startServices()
    const { app } = gatewayApp({ upstreams })
    const { headers } = await request(app).get('/')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect((await request(app).post('/').send({})).status).toBe(405)
  })
})

describe('GET /favicon.ico', () => {
  it('returns a public picture with a max-age of one day', async () => {
    const { app } = gatewayApp({ identify: () => undefined })
    const { status, headers, body } = await request(app).get('/favicon.ico')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=86400',
    ])
    expect(
      Buffer.from(body as Buffer)
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
  })
})
