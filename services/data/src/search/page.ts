import type { SearchHit, SearchKind, SearchReply } from './reply.ts'
import { urlWith } from '@landscape/contracts/url-with'
import { countText } from '@landscape/views/text'
import { html, type Html, type Part } from '@landscape/views/html'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { linkTo, ringCell } from '../reads/page-parts.ts'
import { ownMember } from '@landscape/contracts/json'

/** A technology whose name resembles the query, with its page. */
interface SimilarName {
  name: string
  link: string
}

/** Maximum number of results on the page. */
export const MAX_RESULTS = 50
const KIND_TITLES: Readonly<Record<SearchKind, string>> = {
  technology: 'Technology',
  'radar-entry': 'Radar entry',
  project: 'Project',
  programme: 'Programme',
  repository: 'Repository',
}
const FIELD_TITLES: Readonly<Record<string, string>> = { names: 'other names' }

/** Page of search results; the box alone without words. */
export function searchPage(
  reply: SearchReply,
  similar: readonly SimilarName[],
  frame: Frame,
): string {
  const { q } = reply
  return landscapePage(
    frame,
    {
      title: q === '' ? 'Search' : `Search: ${q}`,
      q,
      repositories: true,
      ...(q !== '' && { self: { path: '/search', parameters: { q } } }),
    },
    q === '' ? html`` : resultsOf(reply, similar, frame),
  )
}

function resultsOf(
  { q, results, corrected }: SearchReply,
  similar: readonly SimilarName[],
  frame: Frame,
): Html {
  if (results.length === 0) return nothingFound(q, similar)
  const count = countText(results.length, 'result')
  const named = results.find(({ title }) => title.toLowerCase() === corrected)
  return html`<section class="card" aria-label="Results">
    ${
      corrected !== undefined &&
      html`<p>Nothing matches <em>${q}</em>. Showing <bdi>${named?.title ?? corrected}</bdi>.</p>`
    }
    <p class="soft">${results.length === MAX_RESULTS ? `The best ${count}` : count}</p>
    <ul class="plain">
      ${results.map((hit) => resultOf(hit, frame))}
    </ul>
  </section>`
}

function resultOf(hit: SearchHit, frame: Frame): Html {
  const { kind, title, link, foundIn, projects } = hit
  const fields = foundIn.map((field) => ownMember(FIELD_TITLES, field) ?? field).join(', ')
  const users =
    kind === 'programme'
      ? link
      : urlWith('/projects', { technology: title, ...directorateOf(frame) })
  const facts: Part[] = [
    KIND_TITLES[kind],
    ...(projects ? [html`<a href="${users}">${countText(projects, 'project')}</a>`] : []),
    ...(foundIn[0] === 'title' ? [] : [`found in ${fields}`]),
  ]
  return html`<li class="change">
    ${linkTo(link, title)}
    <p class="soft">
      ${ringCell(hit, frame.rings)} ${facts.map((fact, i) => html`${i > 0 && ' · '}${fact}`)}
    </p>
  </li>`
}

function nothingFound(q: string, similar: readonly SimilarName[]): Html {
  return html`<section class="card" aria-label="Results">
    <p>Nothing matches <em>${q}</em>. ${similar.length === 0 && 'Try fewer or shorter words.'}</p>
    ${
      similar.length > 0 &&
      html`<p>
        Similar names:
        ${similar.map(({ name, link }, i) => html`${i > 0 && ', '}${linkTo(link, name)}`)}
      </p>`
    }
  </section>`
}
