import { countText } from '@landscape/views/count-text'
import { html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import { searchBox } from '@landscape/views/search-box'
import type { Landscape } from '../join/landscape.ts'
import { directorateForm } from '../technologies/directorate-form.ts'
import { linkTo, siteLinks, sourcesOf } from '../technologies/page-parts.ts'
import type { Found } from './landscape-search.ts'
import type { Hit } from './search-index.ts'
import type { Kind } from './search-subjects.ts'

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
export function searchPage(landscape: Landscape, q: string, found: Found): string {
  return layout(
    q === '' ? 'Search' : `Search: ${q}`,
    html`${siteLinks(landscape)} ${searchBox(q)}
    ${
      q !== '' &&
      html`${directorateForm(landscape, '/search', { q })} ${resultsOf(landscape, q, found)}`
    }
    ${sourcesOf(landscape)}`,
  )
}

function resultsOf(landscape: Landscape, q: string, found: Found): Html {
  const { hits, corrected, similar = [] } = found
  if (hits.length === 0) return nothingFound(landscape, q, similar)
  const count = countText(hits.length, 'result')
  const named = hits.find(({ title }) => title.toLowerCase() === corrected)
  return html`<section class="card" aria-label="Results">
    ${
      corrected !== undefined &&
      html`<p>Nothing is called <em>${q}</em>. Showing <bdi>${named?.title ?? corrected}</bdi>.</p>`
    }
    <p class="soft">${hits.length === MAX_HITS ? `The best ${count}` : count}</p>
    <ul class="plain">
      ${hits.map((hit) => resultOf(hit, landscape))}
    </ul>
  </section>`
}

function resultOf(hit: Hit, { rings }: Pick<Landscape, 'rings'>): Html {
  const { kind, title, link, foundIn, ring, projects } = hit
  const fields = foundIn.map((field) => FIELD_TITLES[field] ?? field).join(', ')
  const facts = [
    KIND_TITLES[kind],
    ...(ring === null ? [] : [rings.find(({ id }) => id === ring)?.name ?? ring]),
    ...(projects === null ? [] : [countText(projects, 'project')]),
    ...(foundIn[0] === 'title' ? [] : [`found in ${fields}`]),
  ]
  return html`<li class="change">
    ${linkTo(link, title)}
    <p class="soft">${facts.join(' · ')}</p>
  </li>`
}

function nothingFound(landscape: Landscape, q: string, similar: readonly string[]): Html {
  const near = similar.flatMap((name) => landscape.find(name) ?? [])
  return html`<section class="card" aria-label="Results">
    <p>Nothing is called <em>${q}</em>. ${near.length === 0 && 'Try fewer or shorter words.'}</p>
    ${
      near.length > 0 &&
      html`<p>
        Similar names:
        ${near.map((technology, i) => html`${i > 0 && ', '}${linkTo(technology.link, technology.name)}`)}
      </p>`
    }
  </section>`
}
