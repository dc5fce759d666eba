import { pathOf } from '@landscape/http'
import { createIdentityVerifier, IDENTITY_HEADER } from '@landscape/runtime'
import { PICTURE_HEADERS } from '@landscape/markup'
import { elementsOf, type PageElement } from '@landscape/dev/page-reader'
import { afterAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { prefixesWith } from '../src/proxy/prefixes.ts'
import { closeServers, gatewayApp, listen, SECRET, type GatewayOptions } from './gateway-fixture.ts'

afterAll(closeServers)

const EVIL = `<script>alert("1")</script>`
const SVG = 'image/svg+xml'
const pictureOf = (name: string) => `<svg class="picture"><title>${name}</title></svg>`
const BANNERS = {
  messages: [
    { title: EVIL, message: 'مرحبا', type: `x" onload="alert(1)` },
    { title: 7, message: 'x'.repeat(5_000), type: 'warning' },
    { message: '' },
  ],
}

/** Starts services that return pictures and banners, and record their requests. */
async function startServices(
  responses: Record<string, { status?: number; type?: string; text?: string }> = {},
) {
  const received: { url: string; headers: Record<string, unknown> }[] = []
  const { url } = await listen((req, res) => {
    const { url: path = '', headers } = req
    received.push({ url: path, headers })
    const plain = pathOf(path)
    const isBanners = plain === '/api/banners'
    const {
      status = 200,
      type = isBanners ? 'application/json' : SVG,
      text,
    } = responses[plain] ?? {}
    res.writeHead(status, { 'content-type': `${type}; charset=utf-8` })
    res.end(text ?? (isBanners ? JSON.stringify(BANNERS) : pictureOf(path)))
  })
  return { received, upstreams: { data: url, assistant: url } }
}

async function shown(options: GatewayOptions) {
  const { status, text, headers } = await request(gatewayApp(options).app).get('/')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  return { text, headers, elements: elementsOf(text) }
}

/** Returns the state of a process on the page. */
const stateOf = (elements: PageElement[], service: string) =>
  elements
    .find(({ name, text }) => name === 'tr' && text.startsWith(`${service} `))
    ?.text.match(/(ready|degraded: part of it fails|not available)$/)?.[0]

describe('GET /', () => {
  it('shows processes, pictures and links', async () => {
    const { upstreams } = await startServices()
    const { elements, text } = await shown({ upstreams })
    const links = elements
      .filter(({ name }) => name === 'a')
      .map(({ attributes }) => attributes['href'])
    expect(links).toEqual([
      '/docs',
      '/openapi.json',
      '/changes',
      '/api/tech-radar/feed.atom',
      '/readyz',
      '/assistant/api/org/svg',
      '/api/languages/svg',
      '/api/tech-radar/svg',
    ])
    expect(elements.filter(({ name }) => name === 'svg')).toHaveLength(4)
    for (const service of ['gateway', 'projects', 'data', 'admin-review', 'assistant']) {
      expect(elements.some(({ name, text: own }) => name === 'th' && own === service)).toBe(true)
    }
    expect(text).toContain('<bdi>kim@acme.example</bdi>')
    expect(elements.find(({ name }) => name === 'html')?.attributes['lang']).toBe('en')
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1)
  })

  it('loads no resources and allows its styles by hash', async () => {
    const { upstreams } = await startServices()
    const { elements, headers } = await shown({ upstreams })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; style-src 'sha256-")
    const [, ofPictures = ''] =
      /style-src ('[^']+')/.exec(PICTURE_HEADERS['content-security-policy']) ?? []
    expect(policy).toContain(ofPictures)
    expect(policy).not.toMatch(/unsafe|http|script/)
    for (const { name, attributes } of elements) {
      expect(['script', 'img', 'link', 'iframe', 'object']).not.toContain(name)
      expect(Object.keys(attributes).filter((one) => /^on|^style$|^src$/.test(one))).toEqual([])
    }
  })

  it('escapes and shortens banners', async () => {
    const { upstreams } = await startServices()
    const { elements, text } = await shown({ upstreams })
    const headings = elements.filter(({ name }) => name === 'h2').map((one) => one.text)
    expect(headings).toContain(EVIL)
    expect(text).toMatch(/<p dir="auto">مرحبا<\/p>/)
    expect(text).toMatch(/x{900,1100}…/)
    expect(elements.filter(({ attributes }) => attributes['class']?.includes('note'))).toHaveLength(
      2,
    )
  })

  it("sends the caller's identity, issued to each service", async () => {
    const { upstreams, received } = await startServices()
    await shown({ upstreams })
    expect(
      received
        .map(({ url }) => url)
        .filter((url) => url.includes('api'))
        .toSorted(),
    ).toEqual([
      '/api/banners',
      '/api/languages/svg',
      '/api/tech-radar/svg',
      '/api/tech-radar/svg?layout=narrow',
      '/assistant/api/org/svg',
    ])
    const usage = received.find(({ url }) => url === '/assistant/api/org/svg')?.headers ?? {}
    const verifier = createIdentityVerifier([SECRET], 'assistant')
    const token = String(usage[IDENTITY_HEADER])
    expect(await verifier.verify(token)).toMatchObject({ email: 'kim@acme.example' })
    expect(usage['x-forwarded-for']).toMatch(/127\.0\.0\.1$/)
    expect(usage['x-request-id']).toMatch(/\S/)
  })

  it('shows public sections and a sign-in notice to anonymous visitors', async () => {
    const { upstreams, received } = await startServices()
    const { text, elements } = await shown({ upstreams, identify: () => undefined })
    expect(text).toContain('You are not signed in.')
    expect(text.match(/Sign in to see this\./g)).toHaveLength(1)
    expect(elements.filter(({ name }) => name === 'svg')).toHaveLength(3)
    expect(text).not.toContain('href="/changes"')
    expect(received.some(({ url }) => url.startsWith('/assistant'))).toBe(false)
  })

  it('hides restricted sections from anonymous visitors', async () => {
    const { upstreams, received } = await startServices()
    const closed = { upstreams, identify: () => undefined, prefixes: prefixesWith([], true) }
    const { text } = await shown(closed)
    expect(text.match(/Sign in to see this\./g)).toHaveLength(3)
    expect(text).toContain('Sign in to see messages.')
    expect(received.filter(({ url }) => url.includes('api'))).toEqual([])
  })

  it('links to recent changes for reviewers only', async () => {
    const { upstreams } = await startServices()
    const of = async (...groups: string[]) => (await shown({ upstreams, groups })).text
    expect(await of('reviewer')).toContain('href="/changes"')
    expect(await of('guest')).not.toContain('href="/changes"')
  })

  it('shows a notice for failed, forbidden and invalid sections', async () => {
    const { upstreams } = await startServices({
      '/api/banners': { text: '{"messages":"none"}' },
      '/api/languages/svg': {
        status: 500,
        type: 'application/problem+json',
        text: '{"error":"secret"}',
      },
      '/api/tech-radar/svg': { type: 'text/html', text: EVIL },
      '/assistant/api/org/svg': { status: 403 },
    })
    const { text } = await shown({ upstreams })
    expect(text.match(/This cannot be shown at the moment\./g)).toHaveLength(2)
    expect(text).toContain('You may not see this.')
    expect(text).toContain('Messages cannot be read at the moment.')
    expect(text).not.toMatch(/secret|<script/)
  })

  it('shows a notice for an oversized picture', async () => {
    const { upstreams } = await startServices({
      '/api/languages/svg': { text: `<svg>${'x'.repeat(2 * 1024 * 1024)}</svg>` },
    })
    const { text } = await shown({ upstreams })
    expect(text.match(/This cannot be shown at the moment\./g)).toHaveLength(1)
    expect(text.length).toBeLessThan(1024 * 1024)
  })

  it('returns the page when every service is down', async () => {
    const { text, elements } = await shown({})
    expect(text.match(/This cannot be shown at the moment\./g)).toHaveLength(3)
    expect(text).toContain('Messages cannot be read at the moment.')
    expect(stateOf(elements, 'gateway')).toBe('ready')
    const states = elements.filter(
      ({ name, text: own }) => name === 'span' && own === 'not available',
    )
    expect(states).toHaveLength(4)
  })

  it('shows a degraded gateway while Redis is unavailable', async () => {
    const { upstreams } = await startServices()
    const unavailable = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3'))
    const { elements, text } = await shown({ upstreams, otherChecks: { redis: unavailable } })
    expect(stateOf(elements, 'gateway')).toBe('degraded: part of it fails')
    expect(text).not.toContain('10.1.2.3')
  })

  it('omits the section of messages without messages', async () => {
    const { upstreams } = await startServices({ '/api/banners': { text: '{"messages":[]}' } })
    expect((await shown({ upstreams })).text).not.toMatch(/messages/i)
  })

  it('returns 304 for a matching ETag and 405 for writes', async () => {
    const { upstreams } = await startServices()
    const { app } = gatewayApp({ upstreams })
    const { headers } = await request(app).get('/')
    expect(headers['cache-control']).toBe('private, no-cache')
    const again = request(app).get('/').set('if-none-match', String(headers['etag']))
    expect((await again).status).toBe(304)
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
