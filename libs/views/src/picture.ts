import { html, svg, Html, sourceOf } from './html.ts'

/** Properties of a picture. Sizes are in pixels. */
interface Picture {
  /** Unique among the pictures of a page. */
  id: string
  title: string
  /** Contents of the picture, for screen readers. */
  description: string
  width: number
  height: number
  /** Screen readers ignore links within an image: a picture with links is a group. */
  hasLinks?: boolean
}

/** Colours of a picture. */
interface Palette {
  ink: string
  quiet: string
  line: string
  paper: string
  band: string
  main: string
  second: string
}

const LIGHT: Palette = {
  ink: '#1b1f24',
  quiet: '#57606a',
  line: '#c3cad1',
  paper: '#fff',
  band: '#f4f6f8',
  main: '#0b57a4',
  second: '#a14a00',
}
const DARK: Palette = {
  ink: '#e8ebee',
  quiet: '#a3adb7',
  line: '#4b5560',
  paper: '#1b2127',
  band: '#242b33',
  main: '#7db7f5',
  second: '#f2a65a',
}

/** Literal colours: chats, wikis and converters draw pictures with renderers that know no CSS variables. */
const coloured = ({ ink, quiet, line, paper, band, main, second }: Palette) => `
.picture text:not([fill]) { fill: ${ink} }
.picture text.quiet { fill: ${quiet} }
.picture .paper { fill: ${paper} }
.picture .band { fill: ${band}; stroke: ${line} }
.picture .line { fill: none; stroke: ${line} }
.picture .main { fill: ${main} }
.picture .trend { fill: none; stroke: ${main}; stroke-width: 2 }
.picture .second { fill: none; stroke: ${second}; stroke-width: 2; stroke-dasharray: 5 3 }
.picture .edge { stroke: ${paper}; stroke-width: 1.5px }
.picture .sector { stroke: ${paper}; stroke-width: 2px }
.picture a:is(:hover, :focus-visible) .sector { fill-opacity: .34 }
.picture .ink { fill: ${ink} }
.picture .halo { paint-order: stroke; stroke: ${paper}; stroke-width: 4px }
.picture a:is(:hover, :focus-visible) .edge { stroke: ${ink}; stroke-width: 2px }
`

const STYLE = `
.picture { font: 13px/1 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color-scheme: light dark }
.picture text { unicode-bidi: plaintext }
.picture .heading { font-size: 15px; font-weight: 600 }
.picture .small { font-size: 11px }
.picture .strong { font-weight: 600 }
.picture a:is(:hover, :focus-visible) text { text-decoration: underline }
${coloured(LIGHT)}@media (prefers-color-scheme: dark) {${coloured(DARK)}}
`

/** Source expression of the pictures' style in a content security policy. */
export const PICTURE_STYLE = sourceOf(STYLE)

/** Headers of a picture: they allow only its own style. */
export const PICTURE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src ${PICTURE_STYLE}; frame-ancestors 'none'`,
} as const

/**
 * Returns an SVG document with a title and a description, for use alone and within a page. It follows the
 * reader's light or dark mode.
 */
export function picture(
  { id, title, description, width, height, hasLinks = false }: Picture,
  content: Html | readonly Html[],
): string {
  const attributes = [
    svg`xmlns="http://www.w3.org/2000/svg" class="picture" role="${hasLinks ? 'group' : 'img'}"`,
    svg` width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    svg` aria-labelledby="${id}-title" aria-describedby="${id}-description"`,
  ]
  const parts = [
    svg`<title id="${id}-title">${title}</title>`,
    svg`<desc id="${id}-description">${description}</desc>`,
    new Html(`<style>${STYLE}</style>`),
    svg`<rect class="paper" width="${width}" height="${height}" rx="8"/>${content}`,
  ]
  return `${svg`<svg ${attributes}>${parts}</svg>`.markup}\n`
}

/** Returns a picture without data: its title and its description. */
export function emptyPicture(about: Pick<Picture, 'id' | 'title' | 'description'>): string {
  return picture(
    { ...about, width: 400, height: 90 },
    html`<text class="heading" x="20" y="38">${about.title}</text
      ><text class="quiet" x="20" y="62">${about.description}</text>`,
  )
}
