import { pathOf, PROBLEM_TEXTS } from '@landscape/http'
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
const drawing = (name: string) => `<svg class="picture"><title>${name}</title></svg>`
const BANNERS = {
  messages: [
    { title: EVIL, message: 'مرحبا', type: `x" onload="alert(1)` },
    { title: 7, message: 'x'.repeat(5_000), type: 'warning' },
    { message: '' },
  ],
}

/** Services that draw and tell what they were asked with. */
async function services(
  answers: Record<string, { status?: number; type?: string; text?: string }> = {},
) {
  const asked: { url: string; headers: Record<string, unknown> }[] = []
  const { url } = await listen((req, res) => {
    const { url: path = '', headers } = req
    asked.push({ url: path, headers })
    const plain = pathOf(path)
    const isBanners = plain === '/api/banners'
    const { status = 200, type = isBanners ? 'application/json' : SVG, text } = answers[plain] ?? {}
    res.writeHead(status, { 'content-type': `${type}; charset=utf-8` })
    res.end(text ?? (isBanners ? JSON.stringify(BANNERS) : drawing(path)))
  })
  return { asked, upstreams: { data: url, assistant: url } }
}

async function shown(options: GatewayOptions) {
  const { status, text, headers } = await request(gatewayApp(options).app).get('/')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  return { text, headers, elements: elementsOf(text) }
}

/** What the page says of one of those that run here. */
const stateOf = (elements: PageElement[], service: string) =>
  elements
    .find(({ name, text }) => name === 'tr' && text.startsWith(`${service} `))
    ?.text.match(/(ready|degraded: part of it fails|not available)$/)?.[0]

describe('GET /', () => {
  it('shows what runs here, the pictures, and where to go', async () => {
    const { upstreams } = await services()
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

  it('loads and runs nothing, and is styled by what its policy names', async () => {
    const { upstreams } = await services()
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

  it('keeps the texts of banners texts, and of bounded length', async () => {
    const { upstreams } = await services()
    const { elements, text } = await shown({ upstreams })
    const headings = elements.filter(({ name }) => name === 'h2').map((one) => one.text)
    expect(headings).toContain(EVIL)
    expect(text).toMatch(/<p dir="auto">مرحبا<\/p>/)
    expect(text).toMatch(/x{900,1100}…/)
    expect(elements.filter(({ attributes }) => attributes['class']?.includes('note'))).toHaveLength(
      2,
    )
  })

  it('asks as the caller, each service with an identity made out to it', async () => {
    const { upstreams, asked } = await services()
    await shown({ upstreams })
    expect(
      asked
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
    const usage = asked.find(({ url }) => url === '/assistant/api/org/svg')?.headers ?? {}
    const verifier = createIdentityVerifier([SECRET], 'assistant')
    const token = String(usage[IDENTITY_HEADER])
    expect(await verifier.verify(token)).toMatchObject({ email: 'kim@acme.example' })
    expect(usage['x-forwarded-for']).toMatch(/127\.0\.0\.1$/)
    expect(usage['x-request-id']).toMatch(/\S/)
  })

  it('shows strangers what is public, and a short word for the rest', async () => {
    const { upstreams, asked } = await services()
    const { text, elements } = await shown({ upstreams, identify: () => undefined })
    expect(text).toContain('You are not signed in.')
    expect(text.match(/Sign in to see this\./g)).toHaveLength(1)
    expect(elements.filter(({ name }) => name === 'svg')).toHaveLength(3)
    expect(text).not.toContain('href="/changes"')
    expect(asked.some(({ url }) => url.startsWith('/assistant'))).toBe(false)
  })

  it('shows strangers nothing of what the settings close', async () => {
    const { upstreams, asked } = await services()
    const closed = { upstreams, identify: () => undefined, prefixes: prefixesWith([], true) }
    const { text } = await shown(closed)
    expect(text.match(/Sign in to see this\./g)).toHaveLength(3)
    expect(text).toContain('Sign in to see messages.')
    expect(asked.filter(({ url }) => url.includes('api'))).toEqual([])
  })

  it('links to recent changes for those who may see them', async () => {
    const { upstreams } = await services()
    const of = async (...groups: string[]) => (await shown({ upstreams, groups })).text
    expect(await of('reviewer')).toContain('href="/changes"')
    expect(await of('guest')).not.toContain('href="/changes"')
  })

  it('says so of what fails, is refused or is no picture, and shows the rest', async () => {
    const { upstreams } = await services({
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

  it('shows no part that is longer than a page may hold', async () => {
    const { upstreams } = await services({
      '/api/languages/svg': { text: `<svg>${'x'.repeat(2 * 1024 * 1024)}</svg>` },
    })
    const { text } = await shown({ upstreams })
    expect(text.match(/This cannot be shown at the moment\./g)).toHaveLength(1)
    expect(text.length).toBeLessThan(1024 * 1024)
  })

  it('is there when every service is down', async () => {
    const { text, elements } = await shown({})
    expect(text.match(/This cannot be shown at the moment\./g)).toHaveLength(3)
    expect(text).toContain('Messages cannot be read at the moment.')
    expect(stateOf(elements, 'gateway')).toBe('ready')
    const states = elements.filter(
      ({ name, text: own }) => name === 'span' && own === 'not available',
    )
    expect(states).toHaveLength(4)
  })

  it('says that the gateway itself is not whole while it lacks what it uses', async () => {
    const { upstreams } = await services()
    const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3'))
    const { elements, text } = await shown({ upstreams, otherChecks: { redis: away } })
    expect(stateOf(elements, 'gateway')).toBe('degraded: part of it fails')
    expect(text).not.toContain('10.1.2.3')
  })

  it('says nothing of messages when there are none', async () => {
    const { upstreams } = await services({ '/api/banners': { text: '{"messages":[]}' } })
    expect((await shown({ upstreams })).text).not.toMatch(/messages/i)
  })

  it('answers 304 to who has it, and 405 to writes', async () => {
    const { upstreams } = await services()
    const { app } = gatewayApp({ upstreams })
    const { headers } = await request(app).get('/')
    expect(headers['cache-control']).toBe('private, no-cache')
    const again = request(app).get('/').set('if-none-match', String(headers['etag']))
    expect((await again).status).toBe(304)
    expect((await request(app).post('/').send({})).status).toBe(405)
  })
})

describe('GET /favicon.ico', () => {
  it('is a picture, for everybody, to be kept for a day', async () => {
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

describe('GET /problems/{code}', () => {
  const { app } = gatewayApp({ identify: () => undefined })
  it('says to everybody what the type of an error means, and what to do', async () => {
    const refused = await request(app).put('/docs')
    expect(refused.body.type).toBe('/problems/method-not-allowed')
    const { status, headers, text } = await request(app).get(refused.body.type)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'public, no-cache',
    ])
    expect(text).toContain('The path does not support this method.')
    expect(text).toContain('Status 405 (Method Not Allowed)')
  })

  it('is linked from the list of all errors, each once', async () => {
    const { status, headers, text } = await request(app).get('/problems')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const links = elementsOf(text).flatMap(({ attributes: { href } }) =>
      href?.startsWith('/problems/') ? [href] : [],
    )
    expect(links.toSorted()).toEqual(
      Object.keys(PROBLEM_TEXTS)
        .map((code) => `/problems/${code}`)
        .toSorted(),
    )
    for (const link of links)
      expect([link, (await request(app).get(link)).status]).toEqual([link, 200])
  })

  it('is a page also where there is none of that name, for a browser', async () => {
    for (const code of ['nothing', 'toString']) {
      const answer = await request(app).get(`/problems/${code}`).set('accept', 'text/html')
      expect([answer.status, answer.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
    }
  })
})
