import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { RequestListener } from 'node:http'
import request from 'supertest'
import { CHROMIUM, launchBrowser, type Browser, type Page } from '@landscape/dev/browser'
import { closeServers, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

let app: RequestListener
let descriptionRequests = 0

const REDIRECT = { operationId: 'followRedirect', responses: { 302: { description: 'Found' } } }
const FOR_ADMINS = {
  operationId: 'beAdmin',
  tags: ['Pages'],
  security: [{ admin: [] }],
  responses: { 200: { description: 'OK' } },
}

/** Starts a service whose only path is its name. */
async function serviceOf(name: string, { status = 200, operation = {} } = {}): Promise<string> {
  const info = { title: name, version: '1' }
  const description = { openapi: '3.1.0', info, paths: { [`/${name}`]: { get: operation } } }
  const { url } = await listen((req, res) => {
    // Probes of another test's gateway may still reach this port.
    if (req.url === '/openapi.json') descriptionRequests++
    res.writeHead(status).end(status === 200 ? JSON.stringify(description) : 'starting')
  })
  return url
}

beforeAll(async () => {
  const upstreams = {
    projects: await serviceOf('projects', { operation: FOR_ADMINS }),
    'admin-review': await serviceOf('admin-review', {
      operation: { ...REDIRECT, tags: ['Pages'] },
    }),
    assistant: await serviceOf('assistant', { status: 503 }),
  }
  app = gatewayApp({ upstreams }).app
})

describe('GET /openapi.json', () => {
  it('merges the descriptions of the available services', async () => {
    const { status, body } = await request(app).get('/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    expect(body.paths).toMatchObject({ '/projects': {}, '/admin-review': {}, '/': {} })
    expect(body.paths).not.toHaveProperty('/assistant')
  })

  it.each([
    ['another document', '{"swagger":"2.0"}', '/openapi is missing'],
    [
      'malformed operations',
      JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: { '/a': 7 } }),
      '/paths//a must be an object',
    ],
    ['another media type', '<html>', 'is not JSON'],
    ['an oversized body', ' '.repeat(5_000_000), 'exceeds 4194304 bytes'],
  ])('omits a service that returns %s and logs a warning', async (_what, text, fault) => {
    const { url } = await listen((_req, res) => void res.end(text))
    const { app, lines } = gatewayApp({ upstreams: { data: url } })
    const { status, body } = await request(app).get('/openapi.json')
    expect([status, Object.keys(body.paths).includes('/a')]).toEqual([200, false])
    const warnings = lines.map((line) => JSON.parse(line)).filter((line) => 'fault' in line)
    expect(warnings).toMatchObject([{ level: 'warn', service: 'data', fault }])
  })

  it('requests each description once for all callers', async () => {
    await Promise.all([1, 2, 3].map(() => request(app).get('/openapi.json')))
    expect(descriptionRequests).toBe(3)
  })
})

describe('GET /docs', () => {
  it('returns a page that loads nothing from other hosts', async () => {
    const page = await request(app).get('/docs')
    expect(page.status).toBe(200)
    const policy = page.headers['content-security-policy']
    expect(policy).toContain("default-src 'self'")
    // Swagger UI shows pictures in responses as data and blob URLs.
    expect(policy).toContain("img-src 'self' data: blob:")
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) =>
      String(path),
    )
    expect(loaded.length).toBeGreaterThan(2)
    for (const path of loaded) {
      expect(path).toMatch(/^\/(docs\/|favicon\.ico$)/)
      expect((await request(app).get(path)).status).toBe(200)
    }
  })
})

const inBrowser = CHROMIUM === undefined ? describe.skip : describe

inBrowser('the API reference in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => browser.close())

  /** Opens an operation on the page. */
  const opened = async (operation: string) => {
    const { url } = await listen(app)
    const page = await browser.newPage()
    await page.goto(`${url}/docs#/${operation}`)
    await page.waitForSelector('.responses-table')
    return page
  }
  const tryOut = async (operation: string) => {
    const page = await opened(operation)
    await page.click('.try-out__btn')
    return page
  }

  it('links each error status to its description', async () => {
    const page = await opened('Pages/showProblem')
    const error = page.locator('tr[data-code="404"]')
    expect((await error.textContent())?.trim()).toMatch(/^404\s*Not Found: not-found/)
    expect(await error.locator('a').getAttribute('href')).toBe('/problems/not-found')
    expect(await error.locator('.model-example, table').count()).toBe(0)
    expect(await page.locator('tr[data-code="200"] .model-example').count()).toBe(1)
    expect(await page.locator('.information-container').textContent()).toContain(
      '"type": "/problems/not-found"',
    )
  }, 60_000)

  it('sends an entered token with every operation that requires one', async () => {
    const page = await opened('Pages/beAdmin')
    await page.click('.auth-wrapper .authorize')
    const field = page.locator('.auth-container').filter({ hasText: /^signedIn/ })
    await field.locator('input').fill('of-kim')
    await field.locator('button.authorize').click()
    await page.click('.close-modal')
    await page.click('.try-out__btn')
    const sent = page.waitForRequest(/\/projects$/)
    await page.click('.execute')
    expect((await sent).headers()['authorization']).toBe('Bearer of-kim')
  }, 60_000)

  it('offers no request for a redirect to another host', async () => {
    const page = await opened('Pages/followRedirect')
    expect(await page.locator('.try-out__btn').count()).toBe(0)
  }, 60_000)

  it('truncates a large response', async () => {
    const page = await tryOut('Reference/getDocsFile')
    await page.fill('tr[data-param-name="file"] input', 'swagger-ui.css')
    await page.click('.execute')
    const body = page.locator('.live-responses-table .highlight-code').first()
    const text = (await body.textContent()) ?? ''
    expect(text).toMatch(
      /… truncated \(\d+ more characters\)\. Use Download for the full response\.$/,
    )
    expect(text.length).toBeLessThan(110_000)
  }, 60_000)

  it('fills in required parameters and shows examples of optional ones', async () => {
    const fieldsOn = async (page: Page) => {
      const fields = await page.locator('tr[data-param-name] input').all()
      return Promise.all(
        fields.map(async (field) => [
          await field.inputValue(),
          await field.getAttribute('placeholder'),
        ]),
      )
    }
    expect(await fieldsOn(await tryOut('Pages/showProblem'))).toEqual([
      ['not-found', 'code'],
      ['', expect.stringMatching(/^W\/"/)],
      ['', 'br, gzip'],
      ['', 'no-transform'],
    ])
    const page = await tryOut('Caller/endSession')
    expect(await fieldsOn(page)).toEqual([
      ['', 'https://landscape.acme-coast.example'],
      ['', 'https://landscape.acme-coast.example'],
    ])
    await page.click('.execute')
    const status = page.locator('.live-responses-table .response-col_status').nth(1)
    expect((await status.textContent())?.trim()).toBe('200')
  }, 60_000)
})
