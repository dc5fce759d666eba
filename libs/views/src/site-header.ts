import { urlWith } from '@landscape/contracts/url-with'
import { brandOf } from './brand.ts'
import { selectOf } from './filter-form.ts'
import { html, type Html } from './html.ts'
import { linkList } from './section.ts'
import { searchBox } from './search-box.ts'
import { dateText } from './text.ts'

/** Main pages that show the rings of a directorate. */
const OF_LANDSCAPE = [
  ['/radar', 'Radar'],
  ['/technologies', 'Technologies'],
  ['/projects', 'Projects'],
  ['/drift', 'Drift'],
] as const
const USAGE = ['/usage', 'Usage'] as const
const CHANGES = ['/changes', 'Changes'] as const

/** A main page, which the header links to. */
export type MainPage = (typeof OF_LANDSCAPE)[number][0] | (typeof USAGE)[0] | (typeof CHANGES)[0]

/** The selection of the directorate whose rings a page shows. */
export interface RingsForm {
  /** Of the page. */
  path: string
  options: readonly (readonly [value: string, text: string])[]
  selected: string
  /** Other parameters of the page. */
  hidden: Readonly<Record<string, string | boolean | undefined>>
}

/** The parts of the header that depend on the page. */
export interface Site {
  /** The main page that contains the page. */
  mainPage?: MainPage | undefined
  /** Parameters of links that keep the directorate. */
  parameters?: { directorate?: string } | undefined
  /** The words in the search box. */
  q?: string | undefined
  rings?: RingsForm | undefined
  /** Whether the reader may see the recent changes. */
  mayReview?: boolean | undefined
}

/** The header of every page: name, search, main pages, and the rings that are shown. */
export function siteHeader({ mainPage, parameters = {}, q, rings, mayReview }: Site): Html {
  const pages = OF_LANDSCAPE.map(([path, text]) => [urlWith(path, parameters), text] as const)
  const current = mainPage === undefined ? undefined : urlWith(mainPage, parameters)
  const ofReader = mayReview === true ? [USAGE, CHANGES] : [USAGE]
  const shown = mainPage === '/usage' || mainPage === '/changes' ? mainPage : current
  const { name, logo } = brandOf()
  return html`<header class="site">
    <div class="bar">
      <a class="brand" href="/"
        >${logo !== undefined && html`<img src="${logo}" alt="" height="32" />`}
        <span
          >${name !== undefined && html`<b><bdi>${name}</bdi></b> `}Technology landscape</span
        ></a
      >
      ${searchBox(q)} ${linkList([...pages, ...ofReader], 'Main pages', shown)}
      ${rings && ringsForm(rings)}
    </div>
  </header>`
}

/** Scripts submit it on change; its button is for readers without scripts. */
function ringsForm({ path, options, selected, hidden }: RingsForm): Html {
  return html`<form class="rings" method="get" action="${path}" aria-label="Rings">
    ${Object.entries(hidden).map(
      ([name, value]) =>
        value !== undefined &&
        html`<input type="hidden" name="${name}" value="${String(value)}" />`,
    )}
    ${selectOf('directorate', 'Rings of', options, { selected, any: null })}
    <noscript><button>Show</button></noscript>
  </form>`
}

/** The footer of every page. */
export function siteFooter(): Html {
  return html`<footer class="site">${linkList([['/docs', 'API reference']], 'More pages')}</footer>`
}

/**
 * The line that states as of when the sources of a page are; nothing without sources.
 *
 * @param sources each with its date, an ISO 8601 string; any other value is not known
 */
export function asOfLine(
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
