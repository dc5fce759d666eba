import { describe, expect, it } from '@jest/globals'
import { readText, repositoryFiles } from '../docs/texts.ts'
import { addressOf, headingId, linkOf, NAVIGATION, titleOf } from './pages.ts'

const pages = new Set(['README.md', 'docs/a.md', 'docs/b.md', 'services/data/README.md'])
const sources = 'https://code.example/landscape/blob/main'

describe('addressOf', () => {
  it.each([
    ['README.md', 'index.html'],
    ['services/data/README.md', 'services/data/index.html'],
    ['docs/a.md', 'docs/a.html'],
  ])('puts %s at %s', (path, address) => {
    expect(addressOf(path)).toBe(address)
  })
})

describe('linkOf', () => {
  it.each([
    ['b.md#part', 'b.html#part'],
    ['#part', '#part'],
    ['../README.md', '../index.html'],
    ['../services/data', '../services/data/index.html'],
    ['../services/data/', '../services/data/index.html'],
    ['https://example.org/x.md', 'https://example.org/x.md'],
    ['../tools/start.ts', `${sources}/tools/start.ts`],
  ])('turns %s of docs/a.md into %s', (href, link) => {
    expect(linkOf('docs/a.md', href, { pages, sources })).toBe(link)
  })

  it('has no link to a file that is not a page without the address of the sources', () => {
    expect(linkOf('docs/a.md', '../tools/start.ts', { pages })).toBeUndefined()
  })
})

describe('headingId', () => {
  it('removes marks and counts equal headings', () => {
    const used = new Map<string, number>()
    const ids = ['What is `x.y`, and why?', 'Log', 'Log'].map((text) => headingId(text, used))
    expect(ids).toEqual(['what-is-xy-and-why', 'log', 'log-1'])
  })
})

describe('titleOf', () => {
  it('returns the first heading', () => {
    expect(titleOf('text\n\n# The `store`\n\n# Other\n')).toBe('The store')
  })
})

describe('NAVIGATION', () => {
  const files = repositoryFiles()
  const named = NAVIGATION.flatMap(({ pages }) => pages)

  it('names existing pages once', () => {
    expect(named.filter((path) => !files.includes(path))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  it('names every guide', () => {
    const guides = files.filter((path) => /^docs\/[^/]+\.md$/.test(path))
    expect(guides.filter((path) => !named.includes(path))).toEqual([])
  })

  it('has pages with titles', () => {
    expect(named.filter((path) => titleOf(readText(path)) === 'Page')).toEqual([])
  })
})
