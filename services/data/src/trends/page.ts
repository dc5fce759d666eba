import { urlWith } from '@landscape/contracts/url-with'
import { filterForm, selectOf } from '@landscape/views/filter-form'
import { headlines } from '@landscape/views/headlines'
import { html, type Html } from '@landscape/views/html'
import { rowsTable } from '@landscape/views/rows-table'
import { monthText } from '@landscape/views/text'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { findingsTable } from '../drift/findings-section.ts'
import { projectsTable } from '../projects/list-page.ts'
import { linkToAll, listLinks, projectPages, type Paging } from '../reads/page-parts.ts'
import { comparable } from '../reads/reply.ts'
import { TO_DO, type TrendsList } from './reply.ts'

const PATH = '/trends'

interface TrendsPage {
  filter: { programme?: string | undefined }
  sort: string
  paging: Paging
}

/** Page of the numbers of the landscape or of a programme: today's numbers, which link to their lists, and the months. */
export function trendsPage(
  reply: TrendsList,
  { filter, sort, paging }: TrendsPage,
  frame: Frame,
): string {
  const { today, months } = reply
  const { programme } = filter
  const seen = { ...filter, ...directorateOf(frame) }
  const programmes = frame.programmes.map((name) => [name, name] as const)
  const title = programme === undefined ? 'Months' : `Months of ${programme}`
  // Other pages do not begin with the present month.
  const inOrder = { months: paging.isFirst && sort === '-month' ? months.toReversed() : [] }
  const hasScan = frame.repositories !== undefined
  const number = (
    name: 'drift' | 'onHoldInUse' | 'missing' | 'projects',
    [path, one, many]: readonly [path: string, one: string, many: string],
    more = {},
  ) => ({
    count: today[name],
    href: urlWith(path, { ...seen, ...more }),
    text: today[name] === 1 ? one : many,
    // Months do not count unknown repositories.
    months:
      frame.isSignedIn && hasScan && (name === 'drift' || name === 'missing')
        ? []
        : comparable(inOrder, name, hasScan),
  })
  return landscapePage(
    frame,
    { title, self: { path: PATH, parameters: { ...filter, sort } }, mainPage: '/projects' },
    html`${projectPages(PATH, frame, programme)}
      ${headlines([
        number('projects', ['/projects', 'project', 'projects']),
        number('missing', [
          '/completeness',
          'project with missing parts',
          'projects with missing parts',
        ]),
        number(
          'onHoldInUse',
          [
            '/drift',
            `technology in ${frame.against} in use`,
            `technologies in ${frame.against} in use`,
          ],
          { kind: 'on-hold-in-use' },
        ),
        number('drift', ['/drift', 'finding', 'findings']),
      ])}
      ${filterForm(PATH, {
        visible: [selectOf('programme', 'Programme', programmes, { selected: programme })],
        hidden: directorateOf(frame),
      })}
      ${toDoSections(reply, filter, frame)}
      <section class="card" aria-label="Months">
        ${monthsTable(months, programme !== undefined, frame)}
        ${listLinks({ path: PATH, data: '/api/trends' }, { ...seen, sort }, paging)}
      </section>`,
  )
}

/** What to do, with links to all of it as pages and as CSV. */
function toDoSections(
  { toDo, today }: TrendsList,
  filter: TrendsPage['filter'],
  frame: Frame,
): (Html | false)[] | null {
  const seen = { ...filter, ...directorateOf(frame) }
  const lacking = 'Projects with missing parts'
  const listed = (path: string, heading: string, table: Html | false, total: number) =>
    table &&
    html`<section class="card">
      <h2>${heading}</h2>
      ${table} ${linkToAll(total, TO_DO, urlWith(path, seen))}
      ${listLinks({ path, data: `/api${path}` }, seen, { isFirst: true, next: undefined })}
    </section>`
  return (
    toDo && [
      listed('/drift', 'Findings', findingsTable(toDo.findings, filter, frame), today.drift),
      listed('/completeness', lacking, projectsTable(toDo.projects, frame), today.missing),
    ]
  )
}

function monthsTable(months: TrendsList['months'], isProgramme: boolean, { against }: Frame): Html {
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
  const table = rowsTable(
    ['Month', ...columns.map(([title]) => title)],
    months.map((row) => [
      monthText(row.month),
      ...columns.map(([, member]) => row[member]?.toString() ?? '–'),
    ]),
  )
  return html`${table}
    <p class="soft">
      Months have the numbers of anonymous callers by the rings of the default directorate; their
      lists are not kept.
    </p>`
}
