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
  const { months } = reply
  const { programme } = filter
  const query = { ...filter, ...directorateOf(frame) }
  const programmes = frame.programmes.map((name) => [name, name] as const)
  const title = programme === undefined ? 'Months' : `Months of ${programme}`
  return landscapePage(
    frame,
    {
      title,
      self: { path: PATH, parameters: { ...filter, sort } },
      mainPage: '/projects',
      repositories: true,
    },
    html`${projectPages(PATH, frame, programme)}
      ${headlines(numbersOf(reply, { filter, sort, paging }, frame))}
      ${filterForm(PATH, {
        visible: [selectOf('programme', 'Programme', programmes, { selected: programme })],
        hidden: directorateOf(frame),
      })}
      ${toDoSections(reply, filter, frame)}
      <section class="card" aria-label="Months">
        ${monthsTable(months, [...columnsOf(frame), ...(programme === undefined ? OF_ALL : [])])}
        ${othersTable(months, frame)}
        <p class="soft">
          A month counts what anonymous callers see, by the rings of the default directorate. Its
          lists are not kept.
        </p>
        ${listLinks({ path: PATH, data: '/api/trends' }, { ...query, sort }, paging)}
      </section>`,
  )
}

/** The numbers of today with their months; without entries of the radar no numbers of findings. */
function numbersOf(
  { today, months }: TrendsList,
  { filter, sort, paging }: TrendsPage,
  frame: Frame,
): Parameters<typeof headlines>[0] {
  const query = { ...filter, ...directorateOf(frame) }
  // Other pages do not begin with the present month.
  const inOrder = { months: paging.isFirst && sort === '-month' ? months.toReversed() : [] }
  const number = (
    name: 'drift' | 'onHoldInUse' | 'missing' | 'projects',
    [path, one, many]: readonly [path: string, one: string, many: string],
    more = {},
  ) => ({
    count: today[name],
    href: urlWith(path, { ...query, ...more }),
    text: today[name] === 1 ? one : many,
    // Months do not count unknown repositories.
    months:
      frame.isSignedIn && frame.hasScan && (name === 'drift' || name === 'missing')
        ? []
        : comparable(inOrder, name, frame),
  })
  const ofRadar = [
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
  ]
  return [
    number('projects', ['/projects', 'project', 'projects']),
    number('missing', [
      '/completeness',
      'project with missing parts',
      'projects with missing parts',
    ]),
    ...(frame.hasEntries ? ofRadar : []),
  ]
}

/** The first findings and incomplete projects, with links to all as pages and as CSV. */
function toDoSections(
  { toDo, today }: TrendsList,
  filter: TrendsPage['filter'],
  frame: Frame,
): (Html | false)[] | null {
  const query = { ...filter, ...directorateOf(frame) }
  const lacking = 'Projects with missing parts'
  const listed = (path: string, heading: string, table: Html | false, total: number) =>
    table &&
    html`<section class="card">
      <h2>${heading}</h2>
      ${table} ${linkToAll(total, TO_DO, urlWith(path, query))}
      ${listLinks({ path, data: `/api${path}` }, query, { isFirst: true, next: undefined })}
    </section>`
  return (
    toDo && [
      listed('/drift', 'Findings', findingsTable(toDo.findings, filter, frame), today.drift),
      listed('/completeness', lacking, projectsTable(toDo.projects, frame), today.missing),
    ]
  )
}

const OF_ALL: readonly Column[] = [
  ['Not on the radar', 'notOnRadar'],
  ['Public repositories', 'repositories'],
]

function columnsOf({ against }: Frame): Column[] {
  return [
    ['Findings', 'drift'],
    [`In ${against}, in use`, 'onHoldInUse'],
    ['Projects with missing parts', 'missing'],
    ['Projects', 'projects'],
  ]
}

/** The months in which some projects belong to none of the programmes with most projects. */
function othersTable(months: TrendsList['months'], frame: Frame): Html | false {
  const rows = months.flatMap(({ month, others }) =>
    others?.projects ? [{ month, ...others }] : [],
  )
  return (
    rows.length > 0 &&
    html`<h2>Projects of other programmes</h2>
      <p class="soft">Of no programme, or of programmes beyond the 200 with most projects.</p>
      ${monthsTable(rows, columnsOf(frame))}`
  )
}

type Row = TrendsList['months'][number]
type Column = readonly [title: string, member: Exclude<keyof Row, 'month' | 'others'>]

function monthsTable(
  months: readonly (Pick<Row, 'month'> & Partial<Row>)[],
  columns: readonly Column[],
): Html | false {
  return rowsTable(
    ['Month', ...columns.map(([title]) => title)],
    months.map((row) => [
      monthText(row.month),
      ...columns.map(([, member]) => row[member]?.toString() ?? '–'),
    ]),
  )
}
