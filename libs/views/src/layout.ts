import { brandOf } from './brand.ts'
import { html, Html, sourceOf } from './html.ts'
import { PAGE_SCRIPT, PAGE_SCRIPT_SOURCE } from './page-script.ts'
import { PICTURE_STYLE } from './picture.ts'
import { SEARCH_SCRIPT } from './search-box.ts'
import { asOfLine, siteFooter, siteHeader, type Site } from './site-header.ts'
import { STYLE } from './style.ts'

const STYLE_SOURCE = sourceOf(STYLE)

/**
 * Headers of a page: they allow the styles of the page and of its pictures, its two scripts, images of the same origin
 * and the logo, and requests and forms to the same origin.
 */
export function pageHeaders() {
  const { styleSource, imageSource } = brandOf()
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE} ${styleSource} ${PICTURE_STYLE}`,
    `script-src ${SEARCH_SCRIPT} ${PAGE_SCRIPT_SOURCE}`,
    `img-src 'self'${imageSource}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    // The gateway rejects a form without an origin, which `no-referrer` would suppress.
    'referrer-policy': 'same-origin',
  } as const
}

interface PageOptions extends Site {
  /** The heading when it has more than the title. */
  heading?: Html
  /** Whether the page uses the width of a large screen. */
  isWide?: boolean
  /** URL of the Atom feed that the page announces. */
  feed?: string | undefined
  /** Each source of the page with its date as stored; null when it is not known. */
  sources?: readonly (readonly [source: string, date: string | null])[] | undefined
}

/** Returns a complete HTML page with the header and the footer of every page. */
export function layout(
  title: string,
  content: Html,
  { heading, isWide = false, feed, sources = [], ...site }: PageOptions = {},
): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${feed !== undefined && html`<link rel="alternate" type="application/atom+xml" href="${feed}" />`}
        ${new Html(`<style>${STYLE}</style>`)}${brandOf().style}
      </head>
      <body>
        ${siteHeader(site)}
        <main${isWide && html` class="wide"`}>
          <div class="title">
            <h1>${heading ?? title}</h1>
            ${asOfLine(sources)}
          </div>
          ${content}
        </main>
        ${siteFooter()} ${new Html(`<script type="module">${PAGE_SCRIPT}</script>`)}
      </body>
    </html> `
  return page.markup
}
