import { technologyPathOf } from '@landscape/contracts/technology-path'
import type { TechnologyTrend } from '../reads/reply.ts'
import type { Finding } from '../drift/reply.ts'
import type { TechnologyDetails } from './reply.ts'
import { admitKey } from '@landscape/contracts/admit'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { countText, dateText } from '@landscape/views/text'
import { rowsTable } from '@landscape/views/rows-table'
import { itemsOf, section } from '@landscape/views/section'
import { html, type Html } from '@landscape/views/html'
import { changeSince } from '@landscape/views/month-line'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { lookAlikesSection, type LookAlike } from '../names/look-alikes-section.ts'
import {
  linkTo,
  linkToAll,
  linkToProject,
  moreInJson,
  SECTION_TITLES,
  withMonths,
} from '../reads/page-parts.ts'
import { ringChip } from '@landscape/views/ring-chip'
import { radarSection } from './radar-section.ts'

interface TechnologyPage {
  /** The technologies that the reader may mean. */
  lookAlikes: readonly LookAlike[]
  /** Findings about the technology. */
  findings: readonly Finding[]
  trend: TechnologyTrend
  /** Milliseconds since the epoch. */
  today: number
}

/** Maximum number of rows of a table. */
const MAX_ROWS = 100

/** Page of one technology: its ring and moves, and everything that names it. */
export function technologyPage(
  technology: TechnologyDetails,
  { lookAlikes, findings, trend, today }: TechnologyPage,
  frame: Frame,
): string {
  const { name, radar } = technology
  const heading = radar?.ring
    ? html`${name} ${ringChip(radar.ring.id, frame.rings)}`
    : html`${name}`
  const path = technologyPathOf(technology.slug)
  return landscapePage(
    frame,
    { title: name, heading, self: { path }, mainPage: '/technologies', repositories: true },
    html`${otherName(technology)} ${radarSection(technology, { frame, today })}
      ${lookAlikesSection(name, lookAlikes, frame)} ${findingsSection(technology, findings, frame)}
      ${projectsSection(technology, trend, frame)} ${repositoriesSection(technology, frame)}
      ${namesSection(technology)}
      <p class="soft">
        <a href="/api${urlWith(path, directorateOf(frame))}">This page as JSON</a>
        ${frame.mayReview && html` · <a href="${urlWith('/changes', { subject: name })}">Its changes</a>`}
      </p>`,
  )
}

/** The name of the request, when it is another one. */
function otherName({ name, requestedAs, aliases }: TechnologyDetails): Html | false {
  if (requestedAs === undefined) return false
  const key = admitKey(requestedAs)
  const relation = aliases.some((alias) => admitKey(alias) === key) ? 'an alias' : 'a spelling'
  return html`<p class="card note">
    “<bdi>${requestedAs}</bdi>” is ${relation} of <bdi>${name}</bdi>.
  </p>`
}

function findingsSection(
  { slug }: TechnologyDetails,
  findings: TechnologyPage['findings'],
  frame: Frame,
): Html | false {
  const path = urlWith('/drift', { technology: slug, ...directorateOf(frame) })
  const items = findings.slice(0, 10).map(({ evidence }) => `${evidence}.`)
  const content = [itemsOf(items), linkToAll(findings.length, items.length, path)]
  return section('findings', html`<a href="${path}">Drift</a>`, content, 'note warning')
}

function projectsSection(
  { slug, projects, totals }: TechnologyDetails,
  trend: TechnologyTrend,
  frame: Frame,
): Html {
  const months = trend.months.map(({ month, projects: count }) => ({ month, count }))
  const change = frame.hasProjects ? changeSince(totals.projects, months) : undefined
  return html`<section class="card" aria-labelledby="projects">
    <h2 id="projects">
      ${
        projects.length === 0
          ? 'No project names it'
          : `${countText(totals.projects, 'project names', 'projects name')} it`
      }
    </h2>
    ${
      totals.retiredProjects > 0 &&
      html`<p class="soft">
        <a
          href="${urlWith('/projects', { technology: slug, retired: true, ...directorateOf(frame) })}"
          >${countText(totals.retiredProjects, 'is', 'are')} retired</a
        >.
      </p>`
    }
    ${
      change !== undefined &&
      withMonths(
        months,
        html`${change}. <a href="/api/trends/${pathSegment(trend.slug)}">All months as JSON</a>`,
      )
    }
    ${projects.length > 0 && projectsTable(slug, projects, frame)}
  </section>`
}

function projectsTable(
  technology: string,
  projects: TechnologyDetails['projects'],
  frame: Frame,
): Html {
  const href = urlWith('/projects', { technology, ...directorateOf(frame) })
  const rows = projects
    .slice(0, MAX_ROWS)
    .map((project) => [
      linkToProject(project, frame),
      project.stage,
      html`<bdi>${project.programme}</bdi>`,
      project.uses
        .map(({ section, importance }) => `${SECTION_TITLES[section]} (${importance})`)
        .join(', '),
    ])
  return html`${rowsTable(['Project', 'Stage', 'Programme', 'Uses it as'], rows)}
  ${linkToAll(projects.length, rows.length, href)}`
}

function repositoriesSection(
  {
    repositories,
    hiddenRepositories,
    totals: { repositories: total, archivedRepositories: archived },
  }: TechnologyDetails,
  frame: Frame,
): Html {
  const reason =
    frame.repositories === undefined
      ? 'No repository is stored.'
      : 'Repositories are scanned for languages only.'
  return html`<section class="card" aria-labelledby="repositories">
    <h2 id="repositories">${repositoriesHeading(total)}</h2>
    ${total === null && html`<p class="soft">${reason}</p>`}
    ${archived !== null && archived > 0 && html`<p class="soft">${countText(archived, 'is', 'are')} archived.</p>`}
    ${repositories !== null && repositories.length > 0 && repositoriesTable(repositories)}
    ${hiddenRepositories !== null && hiddenRepositories > 0 && html`<p class="soft">${countText(hiddenRepositories, 'private or internal repository', 'private or internal repositories')}: sign in to see them.</p>`}
  </section>`
}

function repositoriesHeading(total: number | null): string {
  if (total === null) return 'Repositories: not known'
  if (total === 0) return 'No repository contains it'
  return `${countText(total, 'repository contains', 'repositories contain')} it`
}

function repositoriesTable(repositories: NonNullable<TechnologyDetails['repositories']>): Html {
  const rows = repositories
    .slice(0, MAX_ROWS)
    .map(({ name, url, share, lastCommit, visibility, isArchived }) => [
      linkTo(url, name),
      share !== null && `${share} %`,
      lastCommit !== null && dateText(lastCommit),
      visibility.toLowerCase() + (isArchived ? ', archived' : ''),
    ])
  return html`${rowsTable(['Repository', 'Share', 'Last commit', 'Visibility'], rows)}
  ${moreInJson(repositories.length, rows.length)}`
}

function namesSection({
  aliases,
  spellings,
  otherSpellings,
  lists,
}: TechnologyDetails): Html | false {
  const line = (text: string, names: readonly string[]) =>
    names.length > 0 && html`<p>${text} ${names.join(', ')}.</p>`
  const more = countText(otherSpellings, 'other spelling')
  const written = spellings.map(({ spelling, projects }) => `${spelling} (${projects})`)
  return section('names', 'Names and lists', [
    line('Also known as', aliases),
    line('Projects write', otherSpellings === 0 ? written : [...written, more]),
    line('Technology lists:', lists),
  ])
}
