import { describe, expect, it } from '@jest/globals'
import { escaped, html } from './html.ts'

describe('html', () => {
  it('escapes strings in content and in attributes', () => {
    const text = `<script>alert("1" & '2')</script>`
    const escaped = '&#60;script&#62;alert(&#34;1&#34; &#38; &#39;2&#39;)&#60;/script&#62;'
    expect(html`<b title="${text}">${text}</b>`.markup).toBe(`<b title="${escaped}">${escaped}</b>`)
  })

  it('joins arrays, keeps markup and omits absent values', () => {
    const items = ['a<', 'b'].map((item) => html`<i>${item}</i>`)
    const { markup } = html`<b>${items}${null}${undefined}${false}${0}</b>`
    expect(markup).toBe('<b><i>a&#60;</i><i>b</i>0</b>')
  })
})

describe('html of several lines', () => {
  it('omits the indentation of its template, and keeps that of values', () => {
    const { markup } = html`<pre>
      ${'a\n   b'}
    </pre>`
    expect(markup).toBe('<pre>\na\n   b\n</pre>')
  })
})

describe('escaped', () => {
  it('replaces characters that XML cannot contain and keeps all others', () => {
    expect(escaped('a\u{0}b\u{1F}c\u{FFFF}d\u{D800}e')).toBe('a�b�c�d�e')
    expect(escaped('東京 🗼 مرحبا\t\n')).toBe('東京 🗼 مرحبا\t\n')
  })
})
