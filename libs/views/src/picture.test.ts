import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { SaxesParser } from 'saxes'
import { svg } from './html.ts'
import { emptyPicture, picture, PICTURE_HEADERS } from './picture.ts'

const EVIL = `"><script>alert('1')</script>\u{0}`
const ABOUT = { id: 'one', title: EVIL, description: EVIL, width: 400, height: 90 }
const drawn = picture(ABOUT, svg`<text x="1" y="1">${EVIL}</text>`)

function elementsOf(text: string) {
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => names.push(name))
  parser.write(text).close()
  return names
}

describe('picture', () => {
  it('returns well-formed XML with a title and a description from untrusted strings', () => {
    expect(elementsOf(drawn)).toEqual(['svg', 'title', 'desc', 'style', 'rect', 'text'])
    expect(drawn).toContain('role="img"')
    expect(drawn).toContain('aria-labelledby="one-title" aria-describedby="one-description"')
    expect(drawn).toContain('<title id="one-title">')
    expect(drawn).toContain('<desc id="one-description">')
  })

  it('is a group when it has links, because images have no content', () => {
    expect(picture({ ...ABOUT, hasLinks: true }, svg`<a href="/">1</a>`)).toContain('role="group"')
  })

  it('has literal colours, for renderers that know no CSS variables', () => {
    expect(drawn).not.toMatch(/var\(|--[a-z]/)
    const [beforeDark = ''] = drawn.split('@media')
    for (const name of ['text:not([fill])', '.paper', '.main'])
      expect(beforeDark).toMatch(new RegExp(`\\.picture ${RegExp.escape(name)} \\{ fill: #`))
  })

  it('has a content security policy that allows only its own style', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(drawn) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(PICTURE_HEADERS['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
    )
    expect(style).toContain('prefers-color-scheme: dark')
    expect(drawn).not.toContain('style="')
  })
})

describe('emptyPicture', () => {
  it('draws its title and its description', () => {
    const empty = emptyPicture({ id: 'none', title: 'Nothing', description: 'There is none.' })
    expect(elementsOf(empty).filter((name) => name === 'text')).toHaveLength(2)
  })
})
