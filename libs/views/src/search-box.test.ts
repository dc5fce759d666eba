import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { PAGE_HEADERS, SEARCH_PAGE_HEADERS } from './layout.ts'
import { searchBox } from './search-box.ts'

describe('searchBox', () => {
  it('escapes the words in the box', () => {
    const { markup } = searchBox('"><script>alert(1)</script>')
    expect(markup).toContain('value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;"')
    expect(markup.match(/<script/g)).toHaveLength(1)
  })

  it('is a form that works without its script', () => {
    const { markup } = searchBox()
    expect(markup).toMatch(/<form [^>]*action="\/search" method="get"/)
    expect(markup).toContain('name="q"')
  })
})

describe('SEARCH_PAGE_HEADERS', () => {
  const policyOf = (headers: Readonly<Record<string, string>>) =>
    (headers['content-security-policy'] ?? '').split('; ')

  it('allow the script of the box and requests to the same origin, nothing else', () => {
    const script = /<script[^>]*>(.*?)<\/script>/s.exec(searchBox().markup)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    const added = policyOf(SEARCH_PAGE_HEADERS).filter(
      (directive) => !policyOf(PAGE_HEADERS).includes(directive),
    )
    expect(added).toEqual([`script-src 'sha256-${hash}'`, "connect-src 'self'"])
  })
})

describe('PAGE_HEADERS', () => {
  it('allow no script', () => {
    const policy = PAGE_HEADERS['content-security-policy']
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src|connect-src/)
  })
})
