import { urlWith } from '@landscape/http/request/url-with'
import { countText } from '@landscape/markup/count-text'
import { html, type Html } from '@landscape/markup/html'
import { layout } from '@landscape/markup/layout'
import { searchBox } from '@landscape/markup/search-box'
import {
  linkToProject,
  listLinks,
  selectOf,
  siteLinks,
  sourcesOf,
} from '../technologies/page-parts.ts'
import type { RowCursor } from '../technologies/page-rows.ts'
import { KINDS, RULES, type Finding, type Kind } from './finding.ts'
import { listDrift, DRIFT_ORDER } from './list-drift.ts'
import type { Drift, DriftFilter } from './read-drift.ts'

const PATH = '/drift'
const PER_PAGE = 50

const TITLES: Readonly<Record<Kind, string>> = {
  'on-hold-in-use': 'On hold, in use',
  'not-on-radar': 'Not on the radar',
  'unused-on-radar': 'Recommended, unused',
  'undeclared-language': 'Undeclared languages',
  'look-alike-names': 'Look-alike names',
  'not-reviewed': 'Not reviewed',
}

/** Page of the findings that pass a filter: a headline, the totals by kind, and a table. */
export function driftPage(
  drift: Drift,
  filter: DriftFilter,
  { cursor, isSignedIn }: { cursor: RowCursor | undefined; isSignedIn: boolean },
): string {
  const page = { sort: DRIFT_ORDER, cursor, limit: PER_PAGE }
  const { totals, total, rows, next } = listDrift(drift, filter, page, isSignedIn)
  return layout(
    headlineOf(filter.kind ?? 'on-hold-in-use', totals[filter.kind ?? 'on-hold-in-use']) +
      (filter.programme === undefined ? '' : ` (${filter.programme})`),
    html`${siteLinks()} ${searchBox()} ${aboutFilter(filter)} ${kindLinks(totals, filter)}
      ${filterForm(drift, filter)}
      <section class="card" aria-label="Findings">
        ${filter.kind !== undefined && html`<p class="soft">Rule: ${RULES[filter.kind]}.</p>`}
        <p>
          ${
            total === 0
              ? html`No findings. <a href="${PATH}">Clear the filter</a>`
              : countText(total, 'finding')
          }
        </p>
        ${rows.length > 0 && tableOf(rows, filter.kind)}
        ${
          total > 0 &&
          listLinks(
            { path: PATH, data: '/api/drift' },
            { ...filter },
            { isFirst: cursor === undefined, next },
          )
        }
      </section>
      ${sourcesOf(drift.version.landscape)}`,
    true,
  )
}

function headlineOf(kind: Kind, count: number): string {
  const technologies =
    count === 0 ? 'No technology' : countText(count, 'technology', 'technologies')
  const are = count > 1 ? 'are' : 'is'
  const isNot = count === 0 ? 'is' : `${are} not`
  return {
    'on-hold-in-use': `${technologies} on hold or ignore ${are} still in use`,
    'not-on-radar': `${technologies} in use ${count === 0 ? 'is missing' : `${are} missing`} from the radar`,
    'unused-on-radar': `${technologies} in adopt or trial ${are} unused`,
    'undeclared-language':
      `${countText(count, 'language of a repository', 'languages of repositories')} ${isNot} ` +
      'declared by the project',
    'look-alike-names': `${countText(count, 'group of names looks', 'groups of names look')} alike`,
    'not-reviewed': `${countText(count, 'radar entry was', 'radar entries were')} not reviewed`,
  }[kind]
}

function aboutFilter({ programme, technology }: DriftFilter): Html | false {
  if (programme === undefined && technology === undefined) return false
  return html`<p>
    ${programme !== undefined && html`Projects of <bdi>${programme}</bdi> only. `}
    ${technology !== undefined && html`Findings about <bdi>${technology}</bdi> only. `}
    <a href="${PATH}">Show all</a>
  </p>`
}

/** Links to the findings of each kind, with their number. */
function kindLinks(totals: Readonly<Record<Kind, number>>, filter: DriftFilter): Html {
  const all = KINDS.reduce((sum, kind) => sum + totals[kind], 0)
  const tab = (kind: Kind | undefined, title: string, count: number) =>
    html`<li>
      <a
        href="${urlWith(PATH, { ...filter, kind })}"
        ${kind === filter.kind && html` aria-current="page"`}
        >${title} <b>${count}</b></a
      >
    </li>`
  return html`<nav class="tabs" aria-label="Kinds of findings">
    <ul>
      ${tab(undefined, 'All', all)} ${KINDS.map((kind) => tab(kind, TITLES[kind], totals[kind]))}
    </ul>
  </nav>`
}

function filterForm({ version }: Pick<Drift, 'version'>, filter: DriftFilter): Html {
  const programmes = version.landscape.programmes.map((name) => [name, name] as const)
  return html`<form class="card filter dense" method="get" action="${PATH}" aria-label="Filter">
    ${filter.kind !== undefined && html`<input type="hidden" name="kind" value="${filter.kind}" />`}
    ${
      filter.technology !== undefined &&
      html`<input type="hidden" name="technology" value="${filter.technology}" />`
    }
    ${selectOf('programme', 'Programme', programmes, filter.programme)}
    <button class="main">Show</button>
  </form>`
}

function tableOf(rows: readonly Finding[], kind: Kind | undefined): Html {
  return html`<table class="rows">
    <thead>
      <tr>
        <th scope="col">Technology</th>
        ${kind === undefined && html`<th scope="col">Kind</th>`}
        <th scope="col">Finding</th>
        <th scope="col">Projects</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ technology, link, kind: own, evidence, projects, projectTotal }) =>
          html`<tr>
            <th scope="row">
              <a href="${link}"><bdi>${technology}</bdi></a>
            </th>
            ${kind === undefined && html`<td data-label="Kind">${TITLES[own]}</td>`}
            <td class="full">${evidence}</td>
            <td>${projects.length > 0 && projectsOf(projects, projectTotal)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function projectsOf(projects: readonly string[], total: number): Html {
  const [first = ''] = projects
  if (total === 1) return linkToProject(first)
  return html`<details>
    <summary>${countText(total, 'project')}</summary>
    <ul>
      ${projects.map((name) => html`<li>${linkToProject(name)}</li>`)}
      ${total > projects.length && html`<li>and ${total - projects.length} more</li>`}
    </ul>
  </details>`
}
