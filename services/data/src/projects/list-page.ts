import type { ProjectFilter, ProjectRow, ProjectsReply } from './reply.ts'
import { countText, dateText } from '@landscape/views/text'
import { rowsTable } from '@landscape/views/rows-table'
import { html, type Html } from '@landscape/views/html'
import { filterForm, selectOf } from '@landscape/views/filter-form'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { comparable, type TrendsReply } from '../reads/reply.ts'
import {
  noRows,
  linkToProject,
  listLinks,
  monthsLine,
  projectPages,
  type Paging,
} from '../reads/page-parts.ts'

/** The parts of a page of projects that its reply does not contain. */
export interface ProjectsPage {
  filter: ProjectFilter
  sort: string
  paging: Paging
  /** The stages that projects have. */
  stages: readonly string[]
}

const PATH = '/projects'

/** Page of a list of projects: a table with the filters. */
export function projectsPage(
  reply: ProjectsReply,
  page: ProjectsPage & { trends: TrendsReply | undefined },
  frame: Frame,
): string {
  const { programme } = page.filter
  return landscapePage(
    frame,
    {
      title: programme ?? 'Projects',
      self: selfOf(PATH, page),
      mainPage: PATH,
      repositories: true,
    },
    html`${projectPages(PATH, frame, programme)} ${monthsSection(reply, page, frame)}
    ${projectList(reply, page, { path: PATH, frame })}`,
  )
}

/** The number of projects by month, when it is that of all projects or of those of a programme. */
function monthsSection(
  { total }: ProjectsReply,
  { filter, trends }: Parameters<typeof projectsPage>[1],
  frame: Frame,
): Html | false {
  const { programme, ...others } = filter
  if (!trends || Object.values(others).some((value) => value !== undefined)) return false
  return monthsLine(total, comparable(trends, 'projects', frame), programme)
}

/** A page of projects with its parameters. */
export function selfOf(path: string, { filter, sort }: Pick<ProjectsPage, 'filter' | 'sort'>) {
  return { path, parameters: { ...filter, sort } }
}

/** The filters of projects, and the rows of those that pass. */
export function projectList(
  { total, projects }: ProjectsReply,
  { filter, sort, paging, stages }: ProjectsPage,
  { path, frame }: { path: string; frame: Frame },
): Html {
  const parameters = { ...filter, sort, ...directorateOf(frame) }
  const choice = (name: 'programme' | 'stage', label: string, values: readonly string[]) => {
    const options = values.map((value) => [value, value] as const)
    return selectOf(name, label, options, { selected: filter[name] })
  }
  const field = (name: 'q' | 'technology' | 'dependency', label: string) =>
    html`<label>${label} <input name="${name}" value="${filter[name]}" maxlength="200" /></label>`
  const { stage, technology, dependency, rule } = filter
  return html`${filterForm(path, {
      visible: [
        field('q', 'Name or description'),
        choice('programme', 'Programme', frame.programmes),
      ],
      more: [
        choice('stage', 'Stage', stages),
        field('technology', 'Technology'),
        field('dependency', 'Depends on'),
      ],
      isOpen: (stage ?? technology ?? dependency) !== undefined,
      hidden: { rule, sort, ...directorateOf(frame) },
    })}
    <section class="card" aria-label="Results">
      <p>
        ${
          total === 0
            ? noRows(
                path === PATH ? 'projects' : 'projects with missing parts',
                filter,
                path,
                frame,
              )
            : countText(total, 'project')
        }
      </p>
      ${projectsTable(projects, frame)}
      ${total > 0 && listLinks({ path, data: `/api${path}` }, parameters, paging)}
    </section>`
}

const HEADINGS = [
  'Project',
  'Programme',
  'Stage',
  'Technologies',
  'Repositories',
  'Last commit',
  'Dependents',
  'Missing',
]

/** A table of projects; nothing without one. */
export function projectsTable(projects: readonly ProjectRow[], frame: Frame): Html | false {
  return rowsTable(
    HEADINGS,
    projects.map((row) => cellsOf(row, frame)),
  )
}

function cellsOf(row: ProjectRow, frame: Frame) {
  const { technologies, onHold, repositories, dependents } = row.totals
  const numbered = (count: number, part: string) =>
    count > 0 && html`<a href="${row.link}#${part}">${count}</a>`
  return [
    linkToProject(row, frame),
    html`<bdi>${row.programme}</bdi>`,
    row.stage,
    html`${numbered(technologies, 'technologies')}${onHold > 0 && html`, ${onHold} of them in ${frame.against}`}`,
    repositories === null ? '–' : numbered(repositories, 'repositories'),
    row.lastCommit === null ? repositories === null && '–' : dateText(row.lastCommit),
    numbered(dependents, 'dependents'),
    row.missing.map(ruleText).join(', '),
  ]
}

/** A rule in words. */
export function ruleText(rule: string): string {
  return rule.replace('-', ' ')
}
