import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { PAGE_HEADERS } from './layout.ts'
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

describe('PAGE_HEADERS', () => {
  it('allow the script of the box and requests to the same origin, nothing else', () => {
    const script = /<script[^>]*>(.*?)<\/script>/s.exec(searchBox().markup)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = PAGE_HEADERS['content-security-policy'].split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy.filter((directive) => /^(?:script|connect)-src/.test(directive))).toEqual([
      `script-src 'sha256-${hash}'`,
      "connect-src 'self'",
    ])
  })
})
