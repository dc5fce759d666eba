import { html, Html, sourceOf } from './html.ts'
import { PICTURE_STYLE } from './picture.ts'
import { RING_COLOURS } from './ring-chip.ts'
import { SEARCH_SCRIPT } from './search-box.ts'
import { siteFooter, siteHeader, type Site } from './site-header.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d5dbe1; --paper: #fff;
  --ground: #f4f6f8; --link: #0b57a4; --was: #fdeceb; --is: #e5f5e9; --alarm: #9c1c1c; --good: #1a6b2f;
  --warn: #9a5b00 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a3adb7; --line: #39424c;
  --paper: #1b2127; --ground: #12161a; --link: #7db7f5; --was: #43211f; --is: #17381f; --alarm: #ff9d94;
  --good: #6fd08a; --warn: #f2a65a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 56rem; margin: 0 auto; padding: 1rem }
main.wide { max-width: 78rem }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; padding: 0 }
nav a { display: inline-block; padding: .5rem 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--line);
  vertical-align: top }
thead th { border: 0; color: var(--soft); font-size: .9rem }
.good { color: var(--good); font-weight: 600 }
.columns { columns: 2 20rem; column-gap: 1rem; margin-block-end: 1rem }
.columns > .card { break-inside: avoid }
.columns > :last-child { margin-block-end: 0 }
.picture { display: block; max-width: 100%; height: auto; margin: 0 auto }
.columns .picture { width: 100%; max-width: 28rem }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
  gap: .5rem; margin-block: .5rem }
.pictures .picture { width: 100% }
.narrow { display: none }
@media (max-width: 48rem) { .narrow { display: block } .broad { display: none }
  .narrow .picture { width: 100% } }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere }
a { color: var(--link) }
p { margin: .25rem 0; overflow-wrap: anywhere }
li { overflow-wrap: anywhere }
.soft { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem;
  margin: 0 0 1rem }
.filter { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: .75rem;
  align-items: end }
.filter > details { grid-column: 1 / -1; margin: 0 }
label { display: block; font-size: .9rem }
input, select, button { font: inherit; color: inherit; width: 100%; min-height: 2.75rem;
  padding: .25rem .75rem;
  border: 1px solid var(--soft); border-radius: .375rem; background: var(--paper) }
button { cursor: pointer; font-weight: 600; border-color: var(--link); color: var(--link) }
button.main { background: var(--link); color: var(--paper) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: start }
.row > :first-child { flex: 1 1 16rem; min-width: 0 }
.row form { flex: 0 0 auto }
.change { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .75rem }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .5rem }
del, ins { display: block; text-decoration: none; border-radius: .375rem; padding: .375rem .625rem;
  white-space: pre-wrap; overflow-wrap: anywhere }
del { background: var(--was) }
ins { background: var(--is) }
.side { display: block; color: var(--soft); font-size: .8rem }
.alarm { color: var(--alarm); font-weight: 600 }
details { margin-top: .75rem }
summary { cursor: pointer; padding: .5rem 0; color: var(--soft) }
.confirm { margin: .75rem 0 }
.more { display: block; text-align: center; padding: 1rem }
.bar { display: grid; grid-template-columns: 1fr minmax(min(100%, 20rem), 30rem); align-items: center;
  gap: .25rem 1.5rem; max-width: 78rem; margin: 0 auto; padding: .625rem 1rem }
header.site { background: var(--paper); border-block-end: 1px solid var(--line) }
.bar nav ul { gap: 0 .25rem; margin: 0 0 0 -.75rem }
.bar nav a { padding: .375rem .75rem; border-radius: .375rem; text-decoration: none; font-weight: 600 }
.bar nav a:hover { background: var(--ground) }
.bar nav a[aria-current] { background: var(--link); color: var(--paper) }
.bar > p { text-align: end }
.brand { color: var(--ink); font-size: 1.15rem; font-weight: 700; line-height: 1.2; text-decoration: none }
.brand small { display: block; color: var(--soft); font-size: .85rem; font-weight: 400 }
footer.site { max-width: 78rem; margin: 0 auto; padding: 0 1rem 1rem; font-size: .9rem }
.search { position: relative }
.search .line { display: flex; gap: .5rem }
.search button { width: auto }
@media (max-width: 48rem) { .bar { grid-template-columns: 1fr } .bar > p { text-align: start }
  .bar nav a { padding: .375rem .5rem; font-size: .95rem } }
.hits { position: absolute; z-index: 1; inset-inline: 0; list-style: none; margin: .25rem 0 0;
  padding: .25rem 0;
  background: var(--paper); border: 1px solid var(--soft); border-radius: .375rem;
  box-shadow: 0 .25rem 1rem #0004 }
.hits a { display: block; padding: .625rem .75rem; text-decoration: none }
.hits a:hover, .hits a:focus-visible { background: var(--ground); outline-offset: -3px }
.hits li.soft { padding: .25rem .75rem }
.hits small { color: var(--soft) }
.headlines { list-style: none; margin: 0 0 .5rem; padding: 0; display: grid; gap: .5rem 1rem;
  grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)) }
.headlines a { display: block; height: 100%; padding: .5rem .75rem; background: var(--paper);
  border: 1px solid var(--line);
  border-radius: .5rem; color: inherit; font-size: .9rem; line-height: 1.3; text-decoration: none }
.headlines a:hover { border-color: var(--link) }
.headlines strong { color: var(--link); font-size: 1.4rem; margin-inline-end: .25rem }
h1 { overflow-wrap: anywhere }
.ring { display: inline-block; padding: 0 .625rem; border: 1px solid var(--soft); border-radius: 1rem;
  font-size: .85rem; font-weight: 600; line-height: 1.5rem; vertical-align: middle; max-width: 12rem; overflow: hidden;
  text-overflow: ellipsis; white-space: nowrap }
${RING_COLOURS.map(
  ({ fill, ink }, i) => `.ring-${i} { background: ${fill}; border-color: ${fill}; color: ${ink} }`,
).join('\n')}
.lines { list-style: none; margin: 0; padding: 0 }
.lines > li { padding: .375rem 0 }
.lines > li + li { border-top: 1px solid var(--line) }
.lines > .note { border-inline-start: .25rem solid var(--link); padding-inline-start: .75rem }
.lines > .note.warning { border-inline-start-color: var(--warn) }
.lines > .note.error { border-inline-start-color: var(--alarm) }
.card.note { border-inline-start: .375rem solid var(--link) }
.card.note.warning { border-inline-start-color: var(--warn) }
.headline { font-size: 1.25rem; font-weight: 600 }
a.button { display: inline-block; padding: .5rem 1rem; border: 1px solid var(--link); border-radius: .375rem;
  font-weight: 600; text-decoration: none }
.row > a.button { flex: 0 0 auto; margin-inline-start: auto }
@media (min-width: 64rem) { .pair { display: grid; grid-template-columns: 3fr 2fr; gap: 1rem; align-items: start } }
.entries { margin-block-end: 1rem }
.entries > li { display: grid; grid-template-columns: 2rem 1fr auto 6rem; gap: .5rem; align-items: center }
.entries .soft { text-align: end }
.tabs a { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem;
  background: var(--paper);
  text-decoration: none }
.tabs ul { gap: .5rem }
.tabs a[aria-current] { border-color: var(--link); outline: 1px solid var(--link) }
ul.plain { list-style: none; margin: 0; padding: 0 }
.rows th, .rows td { overflow-wrap: anywhere }
.rows thead th { overflow-wrap: normal }
.rows td[data-label=Stage] { min-width: 7rem }
.rows details { margin: 0 }
.rows summary { padding: 0 }
@media (max-width: 48rem) {
  .rows thead { display: none }
  .rows tr { display: flex; flex-wrap: wrap; gap: 0 1rem; border-top: 1px solid var(--line);
    padding: .5rem 0 }
  .rows th, .rows td { border: 0; padding: .125rem 0 }
  .rows th, .rows .full { flex: 1 0 100% }
  .rows td:empty { display: none }
  .rows td[data-label]::before { content: attr(data-label) ': '; color: var(--soft); font-size: .9rem }
}
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap }
@media (max-width: 30rem) { main, .card { padding: .75rem } }
`

const POLICY = [
  "default-src 'none'",
  `style-src ${sourceOf(STYLE)} ${PICTURE_STYLE}`,
  `script-src ${SEARCH_SCRIPT}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

/**
 * Headers of a page: they allow the styles of the page and of its pictures, the script of the search box, and
 * requests and forms to the same origin.
 */
export const PAGE_HEADERS = {
  'content-security-policy': POLICY.join('; '),
  // The gateway rejects a form without an origin, which `no-referrer` would suppress.
  'referrer-policy': 'same-origin',
} as const

interface PageOptions extends Site {
  /** The heading when it has more than the title. */
  heading?: Html
  /** Whether the page uses the width of a large screen. */
  isWide?: boolean
  /** URL of the Atom feed that the page announces. */
  feed?: string | undefined
}

/** Returns a complete HTML page with the header and the footer of every page. */
export function layout(
  title: string,
  content: Html,
  { heading, isWide = false, feed, ...site }: PageOptions = {},
): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${feed !== undefined && html`<link rel="alternate" type="application/atom+xml" href="${feed}" />`}
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        ${siteHeader(site)}
        <main${isWide && html` class="wide"`}>
          <h1>${heading ?? title}</h1>
          ${content}
        </main>
        ${siteFooter()}
      </body>
    </html> `
  return page.markup
}
