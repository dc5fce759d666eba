import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { html } from './html.ts'
import { layout, pageHeaders } from './layout.ts'
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

describe('pageHeaders', () => {
  it('allow the scripts of every page and requests to the same origin, nothing else', () => {
    const scripts = layout('Title', html``).matchAll(/<script[^>]*>(.*?)<\/script>/gs)
    const hashes = [...scripts].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
    expect(hashes).toHaveLength(2)
    const policy = pageHeaders()['content-security-policy'].split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy.filter((directive) => /^(?:script|connect)-src/.test(directive))).toEqual([
      `script-src ${hashes.join(' ')}`,
      "connect-src 'self'",
    ])
  })
})
