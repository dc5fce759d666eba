import { MISSING, MISSING_RULES, type CompletenessReply } from './reply.ts'
import { urlWith } from '@landscape/contracts/url-with'
import { countText, monthText, numeral } from '@landscape/views/text'
import { rowsTable } from '@landscape/views/rows-table'
import { section } from '@landscape/views/section'
import { html, type Html, type Part } from '@landscape/views/html'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { moreInJson, projectPages, tabsOf, withMonths } from '../reads/page-parts.ts'
import type { TrendsReply } from '../reads/reply.ts'
import { projectList, ruleText, selfOf, type ProjectsPage } from './list-page.ts'

const PATH = '/completeness'
const MAX_PROGRAMMES = 100

interface CompletenessPage extends ProjectsPage {
  trends: TrendsReply | undefined
}

/** Page of the missing parts of projects: totals by rule and by programme, and the projects. */
export function completenessPage(
  { counted, complete, totals, programmes, ...reply }: CompletenessReply,
  page: CompletenessPage,
  frame: Frame,
): string {
  const shown = { ...page.filter, sort: page.sort, ...directorateOf(frame) }
  const { rule } = page.filter
  const tab = (one: typeof rule, title: string, count: number | null) => {
    return { href: urlWith(PATH, { ...shown, rule: one }), title, count, isCurrent: one === rule }
  }
  const tabs = MISSING.flatMap((one) => {
    const count = totals[one]
    return count === null && frame.repositories ? [] : [tab(one, ruleText(one), count)]
  })
  return landscapePage(
    frame,
    {
      title:
        counted === 0
          ? 'No projects'
          : `${numeral(complete)} of ${countText(counted, 'project')} with nothing missing`,
      self: selfOf(PATH, page),
      mainPage: '/projects',
      repositories: true,
    },
    html`${projectPages(PATH, frame, page.filter.programme)}
    ${rule !== undefined && html`<p class="soft">Rule: a project that ${MISSING_RULES[rule]}.</p>`}
    ${
      totals['unknown-repository'] === null &&
      frame.repositories !== undefined &&
      html`<p class="soft">Sign in to count links to unknown repositories as well.</p>`
    }
    ${frame.hasProjects && earlierLine(page, totals['unknown-repository'] !== null)}
    ${tabsOf('Rules', [tab(undefined, 'All', counted - complete), ...tabs])}
    ${projectList(reply, page, { path: PATH, frame })}
    ${programmesSection(programmes, page.filter, frame)}`,
  )
}

/** Shows the number of an earlier month, which no scan changes: months do not count unknown repositories. */
function earlierLine(
  { filter: { programme, ...others }, trends }: CompletenessPage,
  hasUnknown: boolean,
): Html | false {
  const earlier = trends?.months.slice(-4, -1).find(({ missing }) => missing !== null)
  if (!earlier || Object.values(others).some((value) => value !== undefined)) return false
  const { month, missing, projects } = earlier
  const months = trends?.months.map((one) => ({ month: one.month, count: one.missing })) ?? []
  return withMonths(
    months,
    html`${missing} of ${projects} with missing parts in
      ${monthText(month)}${hasUnknown && ', without unknown repositories'}.
      <a href="${urlWith('/trends', { programme })}">All months</a>`,
  )
}

/** The numbers are of the projects that pass the filter except the rule. */
function programmesSection(
  programmes: CompletenessReply['programmes'],
  { rule: _rule, ...filter }: ProjectsPage['filter'],
  frame: Frame,
): Html | false {
  const link = (path: string, programme: string, text: Part) =>
    html`<a href="${urlWith(path, { ...filter, programme, ...directorateOf(frame) })}">${text}</a>`
  const rows = programmes
    .slice(0, MAX_PROGRAMMES)
    .map(({ name, projects, complete, share }) => [
      link(PATH, name, html`<bdi>${name}</bdi>`),
      link('/projects', name, projects),
      complete,
      `${share} %`,
    ])
  return section('programmes', 'Programmes', [
    rows.length > 0 &&
      html`<p class="soft">
        A complete project lacks nothing. No list contains only complete projects.
      </p>`,
    rowsTable(['Programme', 'Projects', 'Complete', 'Share'], rows),
    moreInJson(programmes.length, rows.length),
  ])
}
