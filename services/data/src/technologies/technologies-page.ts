import { urlWith } from '@landscape/contracts/url-with'
import { countText } from '@landscape/views/count-text'
import { dateText } from '@landscape/views/date-text'
import { html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import { searchBox } from '@landscape/views/search-box'
import type { Landscape } from '../join/landscape.ts'
import { SECTIONS, type Section } from '../join/uses-of-project.ts'
import type { TechnologyFilter } from './filter-technologies.ts'
import { listTechnologies, type PageOfRows } from './list-technologies.ts'
import { directorateOf } from '../directorates/viewer.ts'
import { directorateSelect } from './directorate-form.ts'
import { listLinks, SECTION_TITLES, selectOf, siteLinks, sourcesOf } from './page-parts.ts'
import type { TechnologyRow } from './technology.ts'

const PATH = '/technologies'
const PER_PAGE = 50
export const DEFAULT_ORDER = '-projects'

const ORDERS: readonly (readonly [sort: string, text: string])[] = [
  ['-projects', 'most projects first'],
  ['-repositories', 'most repositories first'],
  ['-moved', 'last moved first'],
  ['name', 'by name'],
]
const YES_OR_NO = [
  ['true', 'yes'],
  ['false', 'no'],
] as const

/** Page of the technologies that pass a filter: a table with a search box and the filters. */
export function technologiesPage(
  landscape: Landscape,
  filter: TechnologyFilter,
  { sort, cursor }: Pick<PageOfRows, 'sort' | 'cursor'>,
): string {
  const page = { sort, cursor, limit: PER_PAGE }
  const { total, rows, next } = listTechnologies(landscape, filter, page)
  const parameters = { ...filter, sort, ...directorateOf(landscape) }
  const title = filter.project === undefined ? 'Technologies' : `Technologies of ${filter.project}`
  return layout(
    title,
    html`${siteLinks(landscape)} ${searchBox()} ${filterForm(landscape, filter, sort)}
      <section class="card" aria-label="Results">
        <p>
          ${
            total === 0
              ? html`No technologies match these filters.
                  <a href="${urlWith(PATH, directorateOf(landscape))}">Clear the filter</a>`
              : countText(total, 'technology', 'technologies')
          }
        </p>
        ${rows.length > 0 && tableOf(landscape, rows, parameters)}
        ${
          total > 0 &&
          listLinks({ path: PATH, data: '/api/technologies' }, parameters, {
            isFirst: cursor === undefined,
            next,
          })
        }
      </section>
      ${sourcesOf(landscape)}`,
    true,
  )
}

function filterForm(landscape: Landscape, filter: TechnologyFilter, sort: string): Html {
  const named = (parts: Landscape['rings']) => parts.map(({ id, name }) => [id, name] as const)
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : String(value))
  const sections = SECTIONS.map((section) => [section, SECTION_TITLES[section]] as const)
  const programmes = landscape.programmes.map((name) => [name, name] as const)
  return html`<form class="card filter dense" method="get" action="${PATH}" aria-label="Filter">
    <label>Name <input name="q" value="${filter.q}" maxlength="200" /></label>
    ${directorateSelect(landscape)} ${selectOf('ring', 'Ring', named(landscape.rings), filter.ring)}
    ${selectOf('quadrant', 'Quadrant', named(landscape.quadrants), filter.quadrant)}
    ${selectOf('section', 'Section of projects', sections, filter.section)}
    ${selectOf('programme', 'Programme', programmes, filter.programme)}
    <label>Project <input name="project" value="${filter.project}" maxlength="200" /></label>
    ${selectOf('used', 'Known use', YES_OR_NO, flag(filter.used))}
    ${selectOf('on_radar', 'On the radar', YES_OR_NO, flag(filter.on_radar))}
    <label
      >Order
      <select name="sort">
        ${ORDERS.map(
          ([value, text]) =>
            html`<option value="${value}" ${value === sort && ' selected'}>${text}</option>`,
        )}
      </select></label
    >
    <button class="main">Show</button>
  </form>`
}

type Parameters = TechnologyFilter & { sort: string }

function tableOf(
  { rings }: Pick<Landscape, 'rings'>,
  rows: readonly TechnologyRow[],
  parameters: Parameters,
): Html {
  const names = new Map(rings.map(({ id, name }) => [id, name]))
  return html`<table class="rows">
    <thead>
      <tr>
        ${columnOf('Technology', 'name', parameters)}
        <th scope="col">Ring</th>
        <th scope="col">Quadrant</th>
        ${columnOf('Projects', '-projects', parameters)}
        ${columnOf('Repositories', '-repositories', parameters)}
        ${columnOf('Moved on', '-moved', parameters)}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => rowOf(row, names))}
    </tbody>
  </table>`
}

function columnOf(title: string, sort: string, parameters: Parameters): Html {
  const order = sort.startsWith('-') ? 'descending' : 'ascending'
  const isCurrent = parameters.sort === sort
  return html`<th scope="col" ${isCurrent && html` aria-sort="${order}"`}>
    ${isCurrent ? title : html`<a href="${urlWith(PATH, { ...parameters, sort })}">${title}</a>`}
  </th>`
}

function rowOf(row: TechnologyRow, names: ReadonlyMap<string, string>): Html {
  const { name, ring, quadrant, projects, mainProjects, repositories, movedOn, link } = row
  return html`<tr>
    <th scope="row">
      <a href="${link}"><bdi>${name}</bdi></a>
    </th>
    <td data-label="Ring">
      ${
        ring === null
          ? html`<span class="soft"
              >${quadrant === null ? 'not on the radar' : 'without a ring'}</span
            >`
          : (names.get(ring) ?? ring)
      }
    </td>
    <td data-label="Quadrant">${quadrant}</td>
    <td data-label="Projects">
      ${projects}${mainProjects > 0 && html` <span class="soft">(main in ${mainProjects})</span>`}
    </td>
    <td data-label="Repositories">${repositories ?? '–'}</td>
    <td data-label="Moved on">${movedOn !== null && dateText(movedOn)}</td>
  </tr>`
}

/** Fields of a submitted form as a filter: empty fields are absent. */
export function filterOfForm(fields: {
  q?: string | undefined
  ring?: string | undefined
  quadrant?: string | undefined
  section?: Section | '' | undefined
  programme?: string | undefined
  project?: string | undefined
  used?: boolean | undefined
  on_radar?: boolean | undefined
}): TechnologyFilter {
  const { used, on_radar } = fields
  return {
    q: fields.q || undefined,
    ring: fields.ring || undefined,
    quadrant: fields.quadrant || undefined,
    section: fields.section || undefined,
    programme: fields.programme || undefined,
    project: fields.project || undefined,
    used,
    on_radar,
  }
}
