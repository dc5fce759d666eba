import { KINDS, type DriftFilter, type Finding } from './reply.ts'
import { urlWith } from '@landscape/contracts/url-with'
import { html, type Html, type Part } from '@landscape/views/html'
import { ringChip } from '@landscape/views/ring-chip'
import { rowsTable } from '@landscape/views/rows-table'
import { countText } from '@landscape/views/text'
import { directorateOf, REPOSITORIES_COUNTED, type Frame } from '../reads/frame.ts'
import { linkToAll, linkToProject, moreInJson } from '../reads/page-parts.ts'

const [WITH_REPOSITORIES] = KINDS

/** A table of findings; nothing without one. */
export function findingsTable(
  rows: readonly Finding[],
  filter: DriftFilter,
  frame: Frame,
): Html | false {
  const { kind } = filter
  const hasRepositories = (kind ?? WITH_REPOSITORIES) === WITH_REPOSITORIES
  const some = <T>(isShown: boolean, value: T) => (isShown ? [value] : [])
  const table = rowsTable(
    ['Technology', 'Ring', 'Finding', 'Projects', ...some(hasRepositories, 'Repositories')],
    rows.map((row) => [
      html`<a href="${row.link}"><bdi>${row.technology ?? row.subject.name}</bdi></a>`,
      row.ring !== null && ringChip(row.ring, frame.rings),
      row.evidence,
      row.projects.length > 0 && projectsOf(row, filter, frame),
      ...some<Part>(
        hasRepositories,
        row.kind === WITH_REPOSITORIES && String(row.repositoryTotal ?? '–'),
      ),
    ]),
  )
  return table && html`${hasRepositories && frame.repositories && REPOSITORIES_COUNTED} ${table}`
}

/** Path of the list of the projects of a filter that name a technology and are not retired. */
export function usersPath(technology: string, { programme }: DriftFilter, frame: Frame): string {
  return urlWith('/projects', { technology, programme, retired: false, ...directorateOf(frame) })
}

/** Maximum number of projects that a row names. */
const MAX_PROJECTS = 10

function projectsOf(row: Finding, filter: DriftFilter, frame: Frame): Html {
  const { kind, technology, projects, slugs, projectTotal: total } = row
  const shown = projects
    .slice(0, MAX_PROJECTS)
    .map((name, i) => linkToProject({ name, slug: slugs[i] ?? '' }, frame))
  if (total === 1) return html`${shown}`
  const others =
    kind === 'look-alike-names' || technology === null
      ? moreInJson(total, shown.length)
      : linkToAll(total, shown.length, usersPath(technology, filter, frame))
  return html`<details>
    <summary>${countText(total, 'project')}</summary>
    <ul>
      ${shown.map((project) => html`<li>${project}</li>`)}
    </ul>
    ${others}
  </details>`
}
