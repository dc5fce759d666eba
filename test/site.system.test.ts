import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'

const root = resolve(import.meta.dirname, '..')
const output = join(root, 'dist/site')
const SOURCES = 'https://code.example/landscape/blob/main'

/** `npm run site` installs the generator; without it these tests are skipped. */
const isInstalled = existsSync(join(root, 'tools/site/node_modules'))

function linksOf(page: string): string[] {
  const html = readFileSync(join(output, page), 'utf8')
  return [...html.matchAll(/<(?:a|link)\b[^>]* href="([^"]*)"/g)].map(([, href = '']) => href)
}

/** Links of a page to files or headings that the site does not have. */
function brokenLinks(page: string): string[] {
  return linksOf(page).filter((href) => {
    if (/^\w+:/.test(href)) return false
    const [path = '', id] = href.split('#', 2)
    const target = join(output, path === '' ? page : join(dirname(page), path))
    if (!existsSync(target)) return true
    return id !== undefined && !readFileSync(target, 'utf8').includes(` id="${id}"`)
  })
}

;(isInstalled ? describe : describe.skip)('npm run site', () => {
  let pages: string[]

  beforeAll(() => {
    execFileSync(process.execPath, ['tools/site.ts', '--sources', SOURCES], { cwd: root })
    pages = globSync('**/*.html', { cwd: output })
  })

  it('builds a page for every guide', () => {
    const guides = globSync('docs/**/*.md', { cwd: root })
    expect(guides.length).toBeGreaterThan(30)
    for (const guide of guides) {
      expect(pages).toContain(guide.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html'))
    }
  })

  it('links only to pages and headings that exist', () => {
    expect(pages.flatMap((page) => brokenLinks(page).map((link) => [page, link]))).toEqual([])
  })

  it('links to code in the sources that exists', () => {
    const code = pages.flatMap(linksOf).filter((link) => link.startsWith(SOURCES))
    expect(code.length).toBeGreaterThan(10)
    const missing = code.filter(
      (link) => !existsSync(join(root, link.slice(SOURCES.length).replace(/#.*$/, ''))),
    )
    expect(missing).toEqual([])
  })
})
