import type { TechnologiesReply, TechnologyFilter, TechnologyRow } from './reply.ts'
import { SECTIONS } from '../join/section-names.ts'
import { urlWith } from '@landscape/contracts/url-with'
import { countText, dateText } from '@landscape/views/text'
import { filterForm, selectOf } from '@landscape/views/filter-form'
import { html, type Html } from '@landscape/views/html'
import { rowsTable, type Heading } from '@landscape/views/rows-table'
import { directorateOf, landscapePage, REPOSITORIES_COUNTED, type Frame } from '../reads/frame.ts'
import { landscapeLeftOut } from '../reads/left-out.ts'
import { listLinks, noRows, ringCell, SECTION_TITLES, type Paging } from '../reads/page-parts.ts'

const PATH = '/technologies'

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

interface TechnologiesPage {
  filter: TechnologyFilter
  sort: string
  paging: Paging
}

/** Page of a list of technologies: a table with a search box and the filters. */
export function technologiesPage(
  { total, leftOut, technologies }: TechnologiesReply,
  { filter, sort, paging }: TechnologiesPage,
  frame: Frame,
): string {
  const parameters = { ...filter, sort, ...directorateOf(frame) }
  const title = filter.project === undefined ? 'Technologies' : `Technologies of ${filter.project}`
  return landscapePage(
    frame,
    {
      title,
      self: { path: PATH, parameters: { ...filter, sort } },
      mainPage: PATH,
      repositories: true,
    },
    html`${filters(frame, filter, sort)}
      <section class="card" aria-label="Results">
        <p>
          ${
            total === 0
              ? noRows('technologies', filter, PATH, frame)
              : countText(total, 'technology', 'technologies')
          }
        </p>
        ${landscapeLeftOut(leftOut)}
        ${(filter.section ?? filter.project) !== undefined && html`<p class="soft">Numbers of projects are of this ${filter.project === undefined ? 'section' : 'project'} only; no list has these.</p>`}
        ${total > 0 && frame.repositories && REPOSITORIES_COUNTED}
        ${tableOf(frame, technologies, parameters)}
        ${total > 0 && listLinks({ path: PATH, data: '/api/technologies' }, parameters, paging)}
      </section>`,
  )
}

function filters(frame: Frame, filter: TechnologyFilter, sort: string): Html {
  const named = (parts: Frame['rings']) => parts.map(({ id, name }) => [id, name] as const)
  const choice = (value: string | boolean | undefined) => ({ selected: value?.toString() })
  const sections = SECTIONS.map((section) => [section, SECTION_TITLES[section]] as const)
  const programmes = frame.programmes.map((name) => [name, name] as const)
  const { section, quadrant, programme, project, used, on_radar: onRadar } = filter
  const folded = [section, quadrant, programme, project, used, onRadar]
  return filterForm(PATH, {
    visible: [
      html`<label>Name <input name="q" value="${filter.q}" maxlength="200" /></label>`,
      selectOf('ring', 'Ring', named(frame.rings), choice(filter.ring)),
    ],
    more: [
      selectOf('quadrant', 'Quadrant', named(frame.quadrants), choice(quadrant)),
      selectOf('section', 'Section of projects', sections, choice(section)),
      selectOf('programme', 'Programme', programmes, choice(programme)),
      html`<label>Project <input name="project" value="${project}" maxlength="200" /></label>`,
      selectOf('used', 'Known use', YES_OR_NO, choice(used)),
      selectOf('on_radar', 'On the radar', YES_OR_NO, choice(onRadar)),
      selectOf('sort', 'Order', ORDERS, { selected: sort, any: null }),
    ],
    isOpen: folded.some((value) => value !== undefined),
    hidden: directorateOf(frame),
  })
}

type Parameters = TechnologyFilter & { sort: string }

function tableOf(
  frame: Frame,
  rows: readonly TechnologyRow[],
  parameters: Parameters,
): Html | false {
  const { rings } = frame
  const { programme, section, project } = parameters
  const users = (technology: string, count: number) => {
    if (count === 0 || (section ?? project) !== undefined) return count
    const href = urlWith('/projects', { technology, programme, ...directorateOf(frame) })
    return html`<a href="${href}">${count}</a>`
  }
  const column = (text: string, sort: string): Heading => {
    if (parameters.sort !== sort) return { text, href: urlWith(PATH, { ...parameters, sort }) }
    return { text, order: sort.startsWith('-') ? 'descending' : 'ascending' }
  }
  return rowsTable(
    [
      column('Technology', 'name'),
      'Ring',
      'Quadrant',
      column('Projects', '-projects'),
      column('Repositories', '-repositories'),
      column('Last move', '-moved'),
    ],
    rows.map(
      ({
        name,
        slug,
        ring,
        planned,
        quadrant,
        mainProjects,
        repositories,
        movedOn,
        link,
        ...row
      }) => [
        html`<a href="${link}"><bdi>${name}</bdi></a>`,
        html`${
          ring === null &&
          html`<span class="soft"
            >${quadrant === null ? 'not on the radar' : 'without a ring'}</span
          >`
        }
        ${ringCell({ ring, planned }, rings)}`,
        quadrant,
        html`${users(slug, row.projects)}${mainProjects > 0 && mainProjects < row.projects && html` <span class="soft">(main in ${mainProjects})</span>`}`,
        repositories ?? '–',
        movedOn !== null && dateText(movedOn),
      ],
    ),
  )
}
