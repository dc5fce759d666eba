import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { fromHtml, toHtml } from './html-description.ts'

describe('fromHtml', () => {
  it.each([
    [
      '<p>Our <strong>host</strong>. See <a href="https://acme.example/?a=1&amp;b">the guide</a>.</p>',
      'Our **host**. See [the guide](https://acme.example/?a=1&b).',
    ],
    ['<p>one</p>\n\n<p>two<br/>three</p>', 'one\n\ntwo\nthree'],
    ['Use:<ul>\n<li>a</li>\n<li><em>b</em></li>\n</ul>', 'Use:\n\n- a\n- *b*'],
    ['<ol><li>a<li>b</ol>', '1. a\n2. b'],
    ['<b>Go </b>is <I>fast</I>', '**Go** is *fast*'],
    ['<strong><a href="https://acme.example">Go</a></strong>', '**[Go](https://acme.example)**'],
    ['R&amp;D&nbsp;&#8211;&#x20AC; &unknown; &#0;', 'R&D –€ &unknown; &#0;'],
    ['<p>a &lt;b&gt; c</p>', 'a <b> c'],
    ['<p></p>', ''],
    ['<p>never closed', 'never closed'],
    ['</p>a', 'a'],
  ])('converts %j', (html, markdown) => {
    expect(fromHtml(html)).toBe(markdown)
  })

  it.each([
    'a < b, List<String> and <button>',
    'first line\n\n  second line',
    '<me@acme.example>',
    'R&D',
  ])('keeps text without known tags: %j', (text) => {
    expect(fromHtml(text)).toBe(text)
  })

  it('keeps the line breaks of text with inline tags only', () => {
    expect(fromHtml('one\n\n<b>two</b>')).toBe('one\n\n**two**')
  })

  it('drops the target of a link that is relative or a script', () => {
    expect(fromHtml('<a href="/radar/go">Go</a> <a href="javascript:alert(1)">x</a>')).toBe('Go x')
  })
})

describe('toHtml', () => {
  it.each([
    ['plain "text" of R&D: a < b', 'plain "text" of R&D: a < b'],
    ['a <b> &amp; c', 'a &lt;b> &amp;amp; c'],
    ['**Go**, [a *guide*](https://acme.example/?a=1&b)', undefined],
    ['one\ntwo\n\n- a\n- `b`\n\n1. c\n2. d', undefined],
  ])('converts %j', (markdown, html) => {
    if (html !== undefined) expect(toHtml(markdown)).toBe(html)
    expect(toHtml(markdown)).not.toMatch(html === undefined ? /\*|- |\[/ : /<p>/)
    expect(fromHtml(toHtml(markdown))).toBe(markdown)
  })

  it('is reversed by fromHtml for every string', () => {
    const Part = fc.constantFrom(...'*-[]()<>&;"\n `1.#'.split(''), 'a', 'p', 'amp', 'https://b')
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: Part, maxLength: 12 }), fc.string()), (text) => {
        expect(fromHtml(toHtml(text))).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })
})
