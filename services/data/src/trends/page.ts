import { urlWith } from '@landscape/contracts/url-with'
import { filterForm, selectOf } from '@landscape/views/filter-form'
import { html, type Html } from '@landscape/views/html'
import { rowsTable } from '@landscape/views/rows-table'
import { countText, monthText } from '@landscape/views/text'
import { directorateSelect } from '../reads/directorate-form.ts'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { findingsTable } from '../drift/findings-section.ts'
import { projectsTable } from '../projects/list-page.ts'
import { linkToAll, listLinks, type Paging } from '../reads/page-parts.ts'
import { TO_DO, type TrendsList } from './reply.ts'

const PATH = '/trends'

interface TrendsPage {
  filter: { programme?: string | undefined }
  sort: string
  paging: Paging
}

/** Page of the numbers of the landscape or of a programme: today's numbers, which link to their lists, and the months. */
export function trendsPage(
  { today, months, toDo }: TrendsList,
  { filter, sort, paging }: TrendsPage,
  frame: Frame,
): string {
  const { programme } = filter
  const seen = { ...filter, ...directorateOf(frame) }
  const programmes = frame.programmes.map((name) => [name, name] as const)
  const link = (path: string, text: string, more = {}) =>
    html`<a href="${urlWith(path, { ...seen, ...more })}">${text}</a>`
  const onHold = countText(today.onHoldInUse, 'technology', 'technologies')
  const lacking = 'Projects with missing parts'
  const listed = (path: string, title: string, table: Html | false, total: number) =>
    table &&
    html`<section class="card">
      <h2>${title}</h2>
      ${table} ${linkToAll(total, TO_DO, urlWith(path, seen))}
      ${listLinks({ path, data: `/api${path}` }, seen, { isFirst: true, next: undefined })}
    </section>`
  const against = `${onHold} in ${frame.against} in use`
  return landscapePage(
    frame,
    { title: programme === undefined ? 'Months' : `Months of ${programme}`, mainPage: '/drift' },
    html`${filterForm(PATH, {
        visible: [
          directorateSelect(frame),
          selectOf('programme', 'Programme', programmes, { selected: programme }),
        ],
      })}
      <section class="card" aria-label="Today">
        <p>
          Today: ${link('/drift', countText(today.drift, 'finding'))},
          ${link('/drift', against, { kind: 'on-hold-in-use' })},
          ${link('/completeness', `${countText(today.missing, 'project')} with missing parts`)},
          ${link('/projects', countText(today.projects, 'project'))}.
        </p>
      </section>
      ${
        toDo && [
          listed('/drift', 'Findings', findingsTable(toDo.findings, filter, frame), today.drift),
          listed('/completeness', lacking, projectsTable(toDo.projects, frame), today.missing),
        ]
      }
      <section class="card" aria-label="Months">
        ${monthsTable(months, programme !== undefined, frame)}
        <p class="soft">
          Months have the numbers of anonymous callers by the rings of the default directorate;
          their lists are not kept.
        </p>
        ${listLinks({ path: PATH, data: '/api/trends' }, { ...seen, sort }, paging)}
      </section>`,
  )
}

function monthsTable(
  months: TrendsList['months'],
  isProgramme: boolean,
  { against }: Frame,
): Html | false {
  const columns = [
    ['Findings', 'drift'],
    [`In ${against}, in use`, 'onHoldInUse'],
    ['Projects with missing parts', 'missing'],
    ['Projects', 'projects'],
    ...(isProgramme
      ? []
      : ([
          ['Not on the radar', 'notOnRadar'],
          ['Public repositories', 'repositories'],
        ] as const)),
  ] as const
  return rowsTable(
    ['Month', ...columns.map(([title]) => title)],
    months.map((row) => [
      monthText(row.month),
      ...columns.map(([, member]) => row[member]?.toString() ?? '–'),
    ]),
  )
}
