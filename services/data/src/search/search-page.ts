import { countText } from '@landscape/markup/count-text'
import { html, type Html } from '@landscape/markup/html'
import { layout } from '@landscape/markup/layout'
import { searchBox } from '@landscape/markup/search-box'
import type { Landscape } from '../join/landscape.ts'
import { directorateForm } from '../technologies/directorate-form.ts'
import { linkTo, siteLinks } from '../technologies/page-parts.ts'
import type { Hit, Kind } from './search-index.ts'

/** Maximum number of results on the page. */
export const MAX_HITS = 50
const KIND_TITLES: Readonly<Record<Kind, string>> = {
  technology: 'Technology',
  'radar-entry': 'Radar entry',
  project: 'Project',
  programme: 'Programme',
  repository: 'Repository',
}
const FIELD_TITLES: Readonly<Record<string, string>> = { names: 'other names' }

/** Page of search results; the box alone without words. */
export function searchPage(q: string, hits: readonly Hit[], landscape: Landscape): string {
  return layout(
    q === '' ? 'Search' : `Search: ${q}`,
    html`${siteLinks(landscape)} ${searchBox(q)}
    ${q !== '' && html`${directorateForm(landscape, '/search', { q })} ${resultsOf(hits)}`}`,
  )
}

function resultsOf(hits: readonly Hit[]): Html {
  if (hits.length === 0) return html`<p class="card">No results. Try fewer or shorter words.</p>`
  const count = countText(hits.length, 'result')
  return html`<section class="card" aria-label="Results">
    <p class="soft">${hits.length === MAX_HITS ? `The best ${count}` : count}</p>
    <ul class="plain">
      ${hits.map(
        ({ kind, title, link, foundIn }) =>
          html`<li class="change">
            ${linkTo(link, title)}
            <p class="soft">
              ${KIND_TITLES[kind]}${
                foundIn[0] !== 'title' &&
                html` · found in ${foundIn.map((field) => FIELD_TITLES[field] ?? field).join(', ')}`
              }
            </p>
          </li>`,
      )}
    </ul>
  </section>`
}
