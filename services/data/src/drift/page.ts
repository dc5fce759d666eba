import {
  isNarrowed,
  KINDS,
  listedKinds,
  SCANNED_KINDS,
  RULES,
  type DriftFilter,
  type DriftReply,
  type DriftTotals,
  type Kind,
} from './reply.ts'
import { urlWith } from '@landscape/contracts/url-with'
import { countText } from '@landscape/views/text'
import type { MonthCount } from '@landscape/views/month-line'
import { filterForm, selectOf } from '@landscape/views/filter-form'
import { html, type Html } from '@landscape/views/html'
import { findingsTable, usersPath } from './findings-section.ts'
import { headlineOf, titlesOf } from './headline-section.ts'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import {
  listLinks,
  noRows,
  monthsLine,
  plansSection,
  tabsOf,
  type Paging,
} from '../reads/page-parts.ts'

const PATH = '/drift'

interface DriftPage {
  filter: DriftFilter
  sort: string
  paging: Paging
  /** The technologies that the radar advises against and that are in use, by month. */
  months: readonly MonthCount[]
}

/** Page of a list of findings: a headline, the totals by kind, and a table. */
export function driftPage(
  { totals, total, hidden, notCompared, findings, plans }: DriftReply,
  { filter, sort, paging, months }: DriftPage,
  frame: Frame,
): string {
  const shown = { ...filter, sort, ...directorateOf(frame) }
  return landscapePage(
    frame,
    {
      title: titleOf(filter, totals, { total, frame }),
      self: { path: PATH, parameters: { ...filter, sort } },
      mainPage: PATH,
      repositories: true,
    },
    html`${monthsOf(filter, totals[FIRST_KIND], months)} ${aboutFilter(filter, frame)}
      ${kindLinks(totals, shown, frame)} ${filters(frame, filter)}
      <section class="card" aria-label="Findings">
        ${filter.kind !== undefined && html`<p class="soft">Rule: ${RULES[filter.kind]}.</p>`}
        ${(filter.kind === undefined || totals[filter.kind] !== null) && totalOf(total, filter, frame)}
        ${hidden > 0 && html`<p class="soft">${hiddenText(hidden)}</p>`}
        ${notCompared > 0 && !isNarrowed(filter) && html`<p class="soft">${notComparedText(notCompared)}</p>`}
        ${findingsTable(findings, filter, frame)}
        ${total > 0 && listLinks({ path: PATH, data: '/api/drift' }, shown, paging)}
      </section>
      ${
        filter.kind === undefined &&
        plansSection(
          plans.map((plan) => planLine(plan, filter, frame)),
          frame,
        )
      }`,
  )
}

function planLine(
  { technology: title, projects, ...plan }: DriftReply['plans'][number],
  filter: DriftFilter,
  frame: Frame,
) {
  const users = `${countText(projects, 'project names', 'projects name')} it`
  const href = usersPath(title, filter, frame)
  const linked = filter.project === undefined ? html`<a href="${href}">${users}</a>` : users
  return { ...plan, title, more: html`; ${linked}` }
}

function hiddenText(count: number): string {
  const them = count === 1 ? 'it' : 'them'
  return `${countText(count, 'finding')} about repositories that are not public: sign in to see ${them}.`
}

function notComparedText(count: number): string {
  const are = count === 1 ? 'is' : 'are'
  return `${countText(count, 'name')} ${are} not compared with others: only the 2,000 most used names are.`
}

function totalOf(total: number, filter: DriftFilter, frame: Frame): Html | false {
  if (total > 0) return html`<p>${countText(total, 'finding')}</p>`
  return frame.hasEntries && html`<p>${noRows('findings', filter, PATH, frame)}</p>`
}

/** The number of the headline by month, and its change. */
function monthsOf(filter: DriftFilter, count: number, months: readonly MonthCount[]): Html | false {
  const { kind = FIRST_KIND, technology, project, programme } = filter
  if (kind !== FIRST_KIND || (technology ?? project) !== undefined) return false
  return monthsLine(count, months, programme)
}

type ShownFilter = DriftFilter & { directorate?: string }
const FIRST_KIND = KINDS[0]

/** The headline with the filter that it depends on. */
function titleOf(
  filter: DriftFilter,
  totals: DriftTotals,
  { total, frame }: { total: number; frame: Frame },
): string {
  const { kind, technology, project, programme } = filter
  const scope = [technology, project, programme].filter((one) => one !== undefined).join(', ')
  const headline =
    kind === undefined && (technology ?? project) !== undefined
      ? countText(total, 'finding')
      : headlineOf(kind ?? FIRST_KIND, totals[kind ?? FIRST_KIND], frame)
  return scope === '' ? headline : `${headline} (${scope})`
}

function aboutFilter({ programme, technology, project }: DriftFilter, frame: Frame): Html | false {
  if ((programme ?? technology ?? project) === undefined) return false
  return html`<p>
    ${programme !== undefined && html`Projects of <bdi>${programme}</bdi> only. `}
    ${technology !== undefined && html`Findings about <bdi>${technology}</bdi> only. `}
    ${project !== undefined && html`Findings that concern <bdi>${project}</bdi> only. `}
    <a href="${urlWith(PATH, directorateOf(frame))}">Show all</a>
  </p>`
}

/** Links to the findings of each kind, with their number. */
function kindLinks(totals: DriftTotals, filter: ShownFilter, frame: Frame): Html {
  const titles = titlesOf(frame)
  const tab = (kind: Kind | undefined, title: string, count: number | null) => {
    return {
      href: urlWith(PATH, { ...filter, kind }),
      title,
      count,
      isCurrent: kind === filter.kind,
    }
  }
  const kinds = KINDS.flatMap((kind) => {
    const count = totals[kind]
    const isUnknown = !frame.repositories && SCANNED_KINDS.has(kind)
    return count === null && !isUnknown ? [] : [tab(kind, titles[kind], count)]
  })
  const all = listedKinds(filter).reduce((sum, kind) => sum + (totals[kind] ?? 0), 0)
  return tabsOf('Kinds of findings', [tab(undefined, 'All', all), ...kinds])
}

function filters(frame: Frame, filter: DriftFilter): Html {
  const programmes = frame.programmes.map((name) => [name, name] as const)
  return filterForm(PATH, {
    visible: [selectOf('programme', 'Programme', programmes, { selected: filter.programme })],
    hidden: {
      kind: filter.kind,
      technology: filter.technology,
      project: filter.project,
      ...directorateOf(frame),
    },
  })
}
