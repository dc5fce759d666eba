import { fileURLToPath } from 'node:url'
import { elementsOf, type PageElement } from '@landscape/dev/page-reader'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { prepareLocalData } from '../tools/start/seed.ts'
import { createClient, type Client } from './support/client.ts'
import { startProduction, type Production } from './support/production.ts'

const SAMPLE_DATA = fileURLToPath(new URL('../sample-data', import.meta.url))

let production: Production
let client: Client
beforeAll(async () => {
  production = await startProduction()
  client = createClient(production.url)
  const ofProduction = { OBJECT_STORE: 'embedded', DATA_DIR: production.dataDir }
  await prepareLocalData({ ...ofProduction, NODE_ENV: 'development' }, { documents: SAMPLE_DATA })
}, 60_000)
afterAll(async () => {
  client?.close()
  await production?.stop()
})

const as = (...groups: string[]) =>
  production.issuer.headersFor({ email: 'kim@acme.example', groups })

async function pageAt(path: string, headers: Record<string, string> = {}) {
  const { status, text } = await client.get(path, headers)
  expect([path, status]).toEqual([path, 200])
  return elementsOf(text)
}
const linksOn = (page: readonly PageElement[]) =>
  page.flatMap(({ name, attributes: { href } }) =>
    name === 'a' && href?.startsWith('/') ? [href] : [],
  )
/** The addresses of the pictures that a page embeds. */
const pictures = (page: readonly PageElement[]) =>
  page.flatMap(({ name, attributes: { src, srcset } }) =>
    name === 'img' || name === 'source' ? [src ?? srcset ?? ''] : [],
  )
const PUBLIC_PICTURES = [
  '/api/tech-radar/svg?layout=disc&quadrant=1',
  '/api/tech-radar/svg?layout=disc',
  '/api/languages/svg',
]
const USAGE_PICTURE = '/assistant/api/org/svg'

async function expectPictures(page: readonly PageElement[], headers: Record<string, string>) {
  for (const path of pictures(page)) {
    const response = await client.get(path, headers)
    expect([path, response.status, response.headers['content-type']]).toEqual([
      path,
      200,
      'image/svg+xml; charset=utf-8',
    ])
  }
}

describe('the first page', () => {
  it('shows an administrator every picture and only working links', async () => {
    const page = await pageAt('/', as('admin'))
    expect(pictures(page).toSorted()).toEqual([...PUBLIC_PICTURES, USAGE_PICTURE].toSorted())
    await expectPictures(page, as('admin'))
    const ids = page.flatMap(({ attributes: { id } }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    for (const link of new Set(linksOn(page))) {
      expect([link, (await client.get(link, as('admin'))).status]).toEqual([link, 200])
    }
    expect(linksOn(page)).toEqual(expect.arrayContaining(['/changes', '/usage']))
  })

  it('shows anonymous visitors public pictures, and links that work or name the sign-in', async () => {
    const page = await pageAt('/')
    expect(pictures(page)).toEqual(PUBLIC_PICTURES)
    await expectPictures(page, {})
    expect(page.some(({ name, text }) => name === 'p' && text === 'Sign in to see this.')).toBe(
      true,
    )
    for (const link of new Set(linksOn(page))) {
      const status = link === '/usage' ? 401 : 200
      expect([link, (await client.get(link)).status]).toEqual([link, status])
    }
  })

  it('names what is not available and shows the data of the others', async () => {
    await production.kill('data')
    try {
      const page = await pageAt('/', as('admin'))
      const missing = page.filter(({ text }) => text === 'Not available at the moment.')
      expect(missing).toHaveLength(3)
      expect(pictures(page)).toEqual([USAGE_PICTURE])
    } finally {
      await production.start('data')
    }
  })
})

describe('the page of the use of the assistant', () => {
  it('shows an administrator people by surface', async () => {
    const page = await pageAt('/usage', as('admin'))
    expect(page.some(({ name, text }) => name === 'h2' && text === 'People by surface')).toBe(true)
    for (const link of new Set(linksOn(page))) {
      expect([link, (await client.get(link, as('admin'))).status]).toEqual([link, 200])
    }
  })

  it.each([
    [undefined, 401],
    [['reviewer'], 403],
  ])('names the required sign-in to %j', async (groups, status) => {
    const headers = { ...(groups && as(...groups)), accept: 'text/html' }
    const response = await client.get('/usage', headers)
    expect(response.status).toBe(status)
    expect(response.text).toContain('This page requires the group admin, or a sign-in')
    expect(linksOn(elementsOf(response.text))).toContain('/assistant/api/scm/oauth/login')
  })
})

describe('an error', () => {
  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const evil = encodeURIComponent('<script>alert(1)</script>')

  it.each([
    ['/changes', [] as string[] | undefined, 403, 'Access denied'],
    ['/changes', undefined, 401, 'Please sign in'],
    ['/changes/radar-99-1', ['admin'], 404, 'Not found'],
    // The gateway rejects an encoded slash.
    [`/changes/${evil}`, ['admin'], 400, 'Invalid request'],
    ['/changes/a/b/c', ['admin'], 404, 'Not found'],
    [`/changes?document=${evil}`, ['admin'], 400, 'Invalid request'],
    ['/changes?cursor=none', ['admin'], 400, 'Invalid request'],
    ['/api/repository/project/json', undefined, 400, 'Invalid request'],
    ['/api/v1/projects/Nobody', [], 404, 'Not found'],
    ['/assistant/api/seats', [], 403, 'Access denied'],
    ['/nothing', undefined, 404, 'Not found'],
  ])('is a page for browsers: %s as %j', async (path, groups, status, heading) => {
    const who = groups ? as(...groups) : {}
    const response = await client.get(path, { ...who, ...BROWSER })
    const forPrograms = await client.get(path, who)
    expect([response.status, response.headers['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    expect(response.headers['cache-control']).toBe('no-store')
    const page = elementsOf(response.text)
    expect(page.find(({ name }) => name === 'h1')?.text).toBe(heading)
    const { type } = forPrograms.json() as { type: string }
    expect(linksOn(page)).toEqual(expect.arrayContaining(['/', type, '/docs']))
    expect(forPrograms.status).toBe(status)
    expect(forPrograms.headers['content-type']).toContain('application/problem+json')
    for (const { headers } of [response, forPrograms])
      expect(headers['vary']).toBe('Accept, Origin')
  })

  it('is a page after a submitted form', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...BROWSER }
    const path = '/changes/radar-99-1/undo'
    const { status, text } = await client.send('POST', path, 'confirm=undo', {
      ...as('admin'),
      ...form,
    })
    expect([status, text.includes('<h1>Not found</h1>')]).toEqual([404, true])
  })

  it.each(['POST', 'PUT'])(
    'is a page for a %s without JSON that explains the fault',
    async (method) => {
      const path = method === 'POST' ? '/api/v1/projects' : '/api/v1/projects/Tide'
      const headers = { ...as(), ...BROWSER, 'content-type': 'text/plain' }
      const { status, text } = await client.send(method, path, '{}', headers)
      expect([status, text.includes('<h1>Data is missing</h1>')]).toEqual([406, true])
      expect(text).toContain('The Content-Type of the request is text/plain.')
    },
  )

  it('is a page for a name that is in use', async () => {
    const project = { user: [{ email: '' }], details: [{ name: 'Twice' }] }
    await client.post('/api/v1/projects', project, as())
    const again = await client.post('/api/v1/projects', project, { ...as(), ...BROWSER })
    expect([again.status, again.text.includes('<h1>Conflict with stored data</h1>')]).toEqual([
      409,
      true,
    ])
  })
})

describe('the pages of projects', () => {
  it('lead from the search to a project and its missing parts by working links', async () => {
    const results = linksOn(await pageAt('/search?q=harbour+berths'))
    const found = results.find((link) => link.startsWith('/projects/')) ?? ''
    const pages = [found, '/projects', '/completeness', '/drift?project=harbour-berths']
    const links = await Promise.all(pages.map(async (path) => linksOn(await pageAt(path))))
    expect(links[0]).toEqual(
      expect.arrayContaining(['/technologies/java', '/projects/harbour-api']),
    )
    expect(links[1]).toContain(found)
    for (const link of new Set(links.flat())) {
      const status = link === '/usage' ? 401 : 200
      expect([link, (await client.get(link)).status]).toEqual([link, status])
    }
  })

  it('show contacts to signed-in readers only', async () => {
    for (const path of ['/projects/harbour-berths', '/api/projects/harbour-berths']) {
      const [open, complete] = [await client.get(path), await client.get(path, as())]
      expect(open.text).not.toContain('@acme-coast.example')
      expect(complete.text).toContain('@acme-coast.example')
    }
  })
})
