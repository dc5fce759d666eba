import { urlWith } from '@landscape/contracts/url-with'
import { html, type Html } from './html.ts'
import { linkList } from './section.ts'
import { searchBox } from './search-box.ts'
import { dateText, shortened } from './text.ts'

/** Main pages that show the rings of a directorate. */
const OF_LANDSCAPE = [
  ['/radar', 'Radar'],
  ['/technologies', 'Technologies'],
  ['/projects', 'Projects'],
  ['/drift', 'Drift'],
] as const
const USAGE = ['/usage', 'Usage'] as const

/** A main page, which the header links to. */
export type MainPage = (typeof OF_LANDSCAPE)[number][0] | (typeof USAGE)[0]

/** The parts of the header that depend on the page. */
export interface Site {
  /** The main page that contains the page. */
  mainPage?: MainPage | undefined
  /** Title of the radar, which names the organisation; absent where the page does not read it. */
  radarTitle?: string | undefined
  /** Parameters of links that keep the directorate. */
  parameters?: { directorate?: string } | undefined
  /** The words in the search box. */
  q?: string | undefined
  /** Each source of the page with its date as stored; null when it is not known. */
  sources?: readonly (readonly [source: string, date: string | null])[] | undefined
}

/** The header of every page: name, search, main pages, and as of when the sources are. */
export function siteHeader({ mainPage, radarTitle, parameters = {}, q, sources = [] }: Site): Html {
  const pages = OF_LANDSCAPE.map(([path, text]) => [urlWith(path, parameters), text] as const)
  const current = mainPage === undefined ? undefined : urlWith(mainPage, parameters)
  return html`<header class="site">
    <div class="bar">
      <a class="brand" href="/"
        >Technology landscape
        ${radarTitle !== undefined && html`<small><bdi>${shortened(radarTitle, 40)}</bdi></small>`}</a
      >
      ${searchBox(q)} ${linkList([...pages, USAGE], 'Main pages', current)} ${asOfLine(sources)}
    </div>
  </header>`
}

/** The footer of every page: pages for some readers. */
export function siteFooter(): Html {
  return html`<footer class="site">
    ${linkList(
      [
        ['/changes', 'Changes, for reviewers'],
        ['/docs', 'API reference'],
        ['/problems', 'Errors'],
      ],
      'More pages',
    )}
  </footer>`
}

/**
 * The line that states as of when the sources of a page are; nothing without sources.
 *
 * @param sources each with its date, an ISO 8601 string; any other value is not known
 */
function asOfLine(
  sources: readonly (readonly [source: string, date: string | null])[],
): Html | false {
  if (sources.length === 0) return false
  return html`<p class="soft">
    ${sources.map(([source, date], i) => html`${i > 0 && ' · '}${asOf(source, date)}`)}
  </p>`
}

function asOf(source: string, date: string | null): Html {
  if (date === null || Number.isNaN(Date.parse(date))) return html`${source}: date not known`
  return html`${source} as of <time datetime="${date}">${dateText(date)}</time>`
}
