import { elementsOf } from '@landscape/dev/page-reader'
import { describe, expect, it } from '@jest/globals'
import { headingOf, HOSTILE, linksOn, pageService, project, rowsOf } from './landscape-pages.ts'

const PAGES = [
  '/technologies',
  '/technologies/angular',
  '/projects',
  '/projects/berths',
  '/completeness',
  '/completeness?rule=no-language&programme=coast',
  '/drift',
  '/drift?project=berths',
  '/search?q=angu',
]

describe('every page of the landscape', () => {
  it.each(PAGES)('is public and runs only its two scripts: %s', async (path) => {
    const { get } = await pageService()
    const { status, headers, text } = await get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
    })
    expect(headers['content-security-policy']).toMatch(
      /script-src 'sha256-\S+' 'sha256-\S+'; img-src 'self'; connect-src 'self'/,
    )
    expect(text.match(/<script/g)).toHaveLength(2)
  })

  it.each(PAGES)('links to the other pages: %s', async (path) => {
    const { pageAt } = await pageService()
    expect(linksOn(await pageAt(path))).toEqual(
      expect.arrayContaining(['/', '/technologies', '/drift']),
    )
  })

  it.each(PAGES)('states as of when the repositories are: %s', async (path) => {
    const { pageAt, put } = await pageService()
    const textsOf = async () => (await pageAt(path)).map(({ text }) => text)
    expect(await textsOf()).toContain('Repositories: date not known')
    const repositories = [{ name: 'tides' }]
    await put('repositories', { repositories, metadata: { last_updated: '2026-05-31T05:00:00Z' } })
    expect(await textsOf()).toContain('Repositories as of 31 May 2026')
    await put('repositories', { repositories, metadata: { last_updated: '<yesterday>' } })
    expect(await textsOf()).toContain('Repositories: date not known')
  })

  it.each(PAGES)('links only to what exists: %s', async (path) => {
    const { get, pageAt } = await pageService()
    const own = linksOn(await pageAt(path)).filter((link) =>
      /^\/(?:api|technologies|projects|completeness|drift|search)/.test(link),
    )
    for (const link of new Set(own)) expect([link, (await get(link)).status]).toEqual([link, 200])
  })

  it.each(['/technologies', '/projects', '/completeness', '/drift', '/search', '/search?q=x'])(
    'exists while nothing is stored: %s',
    async (path) => {
      const { get } = await pageService({})
      expect((await get(path)).status).toBe(200)
    },
  )

  it.each([
    '/technologies',
    '/technologies/script-alert-1-script',
    '/projects',
    '/projects/script-alert-1-script',
    '/completeness',
    '/drift',
    '/search?q=script',
  ])('escapes stored strings and links only to safe addresses: %s', async (path) => {
    const { get } = await pageService(HOSTILE)
    const { text } = await get(path)
    expect(text).toContain('&#60;script&#62;')
    expect(text.match(/<script/g)).toHaveLength(2)
    expect(text).not.toContain('alert(1)</script>')
    const page = elementsOf(text)
    expect(page.some(({ attributes }) => 'onmouseover' in attributes)).toBe(false)
    expect(
      linksOn(page).filter((link) => !/^(?:#[a-z]+$|\/(?![/\\])|https:\/\/)/.test(link)),
    ).toEqual([])
  })

  it('escapes the words of a search and of a filter', async () => {
    const { get } = await pageService()
    const query = encodeURIComponent(`"><script>x`)
    for (const path of [`/search?q=${query}`, `/technologies?project=${query}&q=${query}`]) {
      expect((await get(path)).text.match(/<script/g)).toHaveLength(2)
    }
  })

  it.each([
    '/technologies?section=none',
    '/technologies?sort=size',
    '/technologies?cursor=none',
    '/projects?sort=size',
    '/completeness?rule=none',
    '/drift?kind=none',
    `/search?q=${'x'.repeat(101)}`,
  ])('explains an unknown value to browsers: %s', async (path) => {
    const { get } = await pageService()
    const { status, text, headers } = await get(path)
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(headingOf(elementsOf(text))).toBe('Invalid request')
  })

  it('shows a new version of a document at the next read', async () => {
    const { pageAt, put } = await pageService()
    await put('projects', { projects: [project('New', ['Vue'])] })
    expect(rowsOf(await pageAt('/technologies'))).toContain('Vue')
  })
})
