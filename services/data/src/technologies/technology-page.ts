import { urlWith } from '@landscape/http/request/url-with'
import { countText } from '@landscape/markup/count-text'
import { dateText } from '@landscape/markup/date-text'
import { asMarkup, html, type Html } from '@landscape/markup/html'
import { layout } from '@landscape/markup/layout'
import { searchBox } from '@landscape/markup/search-box'
import type { Finding } from '../drift/finding.ts'
import type { Named } from '../join/landscape.ts'
import { movesPicture, reviewSentence, sentenceOf } from './moves-picture.ts'
import { linkTo, linkToProject, SECTION_TITLES, siteLinks } from './page-parts.ts'
import type { TechnologyDetails } from './technology.ts'

interface TechnologyPage {
  technology: TechnologyDetails
  /** Rings of the radar, in their order. */
  rings: readonly Named[]
  /** Findings about the technology. */
  findings: readonly Finding[]
  /** Milliseconds since the epoch. */
  today: number
}

/** Maximum number of rows of a table; the rest is in the JSON. */
const MAX_ROWS = 500
/** Rings whose technologies should not be used. */
const ADVISED_AGAINST: ReadonlySet<string | undefined> = new Set(['hold', 'ignore'])

/** Page of one technology: its ring and moves, and everything that names it. */
export function technologyPage({ technology, rings, findings, today }: TechnologyPage): string {
  const { name, requestedAs, radar } = technology
  return layout(
    name,
    html`${siteLinks()} ${searchBox()}
      ${
        requestedAs !== undefined &&
        html`<p class="card note">
          “<bdi>${requestedAs}</bdi>” is an alias of <bdi>${name}</bdi>.
        </p>`
      }
      ${radarSection(technology, { rings, today })} ${findingsSection(technology, findings)}
      ${projectsSection(technology)} ${repositoriesSection(technology)} ${namesSection(technology)}
      <p class="soft">
        <a href="/api/technologies/${encodeURIComponent(technology.slug)}">This page as JSON</a
        >${radar && html` · <a href="/">The radar</a>`}
      </p>`,
    true,
  )
}

function radarSection(
  { name, radar, otherEntries }: TechnologyDetails,
  { rings, today }: Pick<TechnologyPage, 'rings' | 'today'>,
): Html {
  if (!radar) {
    return html`<section class="card" id="radar" aria-label="Radar">
      <p class="headline">Not on the radar</p>
    </section>`
  }
  const { ring, since, quadrant, description, moves, reviews } = radar
  const [review] = reviews
  const mood = ADVISED_AGAINST.has(ring?.id.toLowerCase()) ? 'alarm' : ''
  const drawn = (id: string, width: number) =>
    asMarkup(movesPicture(name, { moves, rings, today }, { id, width }))
  return html`<section class="card" id="radar" aria-label="Radar">
    <p class="headline">
      <span class="${mood}">${ring?.name ?? 'Without a ring'}</span
      >${since !== null && html` since <time datetime="${since}">${dateText(since)}</time>`}
    </p>
    ${
      review !== undefined &&
      (since === null || review.date >= since) &&
      html`<p>Last reviewed on ${dateText(review.date)}.</p>`
    }
    ${
      quadrant.name !== '' &&
      html`<p class="soft">
        Quadrant:
        <a href="${urlWith('/technologies', { quadrant: quadrant.id })}">${quadrant.name}</a>
      </p>`
    }
    ${description !== '' && html`<p dir="auto">${description}</p>`}
    ${
      moves.length > 0 &&
      html`<div class="broad">${drawn('moves', 720)}</div>
        <div class="narrow">${drawn('moves-narrow', 340)}</div>`
    }
    ${positionsList(radar, rings)}
    ${
      otherEntries.length > 0 &&
      html`<p class="soft">
        The radar has more entries with this name:
        ${otherEntries.map(({ title, ring: id }) => `${title} (${id ?? 'without a ring'})`).join(', ')}.
      </p>`
    }
  </section>`
}

/** Moves and reviews, the newest first. */
function positionsList(
  { moves, reviews }: NonNullable<TechnologyDetails['radar']>,
  rings: readonly Named[],
): Html | false {
  const positions = [
    ...reviews.map((review) => ({ ...review, sentence: reviewSentence(review, rings) })),
    ...moves.map((move) => ({ ...move, sentence: sentenceOf(move, rings) })),
  ].sort((a, b) => Date.parse(b.date) - Date.parse(a.date))
  if (positions.length === 0) return false
  return html`<ul>
    ${positions.map(
      ({ sentence, description }) =>
        html`<li>
          ${sentence}${description !== '' && html`: <span dir="auto">${description}</span>`}
        </li>`,
    )}
  </ul>`
}

function findingsSection(
  { slug }: TechnologyDetails,
  findings: TechnologyPage['findings'],
): Html | false {
  if (findings.length === 0) return false
  return html`<section class="card note warning" aria-labelledby="findings">
    <h2 id="findings"><a href="${urlWith('/drift', { technology: slug })}">Drift</a></h2>
    <ul>
      ${findings.slice(0, 10).map(({ evidence }) => html`<li>${evidence}.</li>`)}
      ${findings.length > 10 && html`<li>and ${countText(findings.length - 10, 'more finding')}</li>`}
    </ul>
  </section>`
}

function projectsSection({ projects, totals }: TechnologyDetails): Html {
  return html`<section class="card" aria-labelledby="projects">
    <h2 id="projects">
      ${
        projects.length === 0
          ? 'No project names it'
          : `${countText(totals.projects, 'project names', 'projects name')} it`
      }
    </h2>
    ${totals.retiredProjects > 0 && html`<p class="soft">${countText(totals.retiredProjects, 'is', 'are')} retired.</p>`}
    ${projects.length > 0 && projectsTable(projects)}
  </section>`
}

function projectsTable(projects: TechnologyDetails['projects']): Html {
  return html`<table class="rows">
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">Stage</th>
          <th scope="col">Programme</th>
          <th scope="col">Uses it as</th>
        </tr>
      </thead>
      <tbody>
        ${projects.slice(0, MAX_ROWS).map(
          ({ name, stage, programme, uses }) =>
            html`<tr>
              <th scope="row">${linkToProject(name)}</th>
              <td data-label="Stage">${stage}</td>
              <td data-label="Programme">${programme !== '' && html`<bdi>${programme}</bdi>`}</td>
              <td data-label="Uses it as">
                ${uses
                  .map(({ section, importance }) => `${SECTION_TITLES[section]} (${importance})`)
                  .join(', ')}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${moreRows(projects.length)}`
}

function repositoriesSection({
  repositories,
  hiddenRepositories,
  totals: { repositories: total, archivedRepositories: archived },
}: TechnologyDetails): Html {
  return html`<section class="card" aria-labelledby="repositories">
    <h2 id="repositories">${repositoriesHeading(total)}</h2>
    ${total === null && html`<p class="soft">Repositories are scanned for languages only.</p>`}
    ${archived !== null && archived > 0 && html`<p class="soft">${countText(archived, 'is', 'are')} archived.</p>`}
    ${repositories !== null && repositories.length > 0 && repositoriesTable(repositories)}
    ${hiddenRepositories > 0 && html`<p class="soft">${countText(hiddenRepositories, 'private or internal repository', 'private or internal repositories')}: sign in to see them.</p>`}
  </section>`
}

function repositoriesHeading(total: number | null): string {
  if (total === null) return 'Repositories: not known'
  if (total === 0) return 'No repository contains it'
  return `${countText(total, 'repository contains', 'repositories contain')} it`
}

function repositoriesTable(repositories: NonNullable<TechnologyDetails['repositories']>): Html {
  return html`<table class="rows">
      <thead>
        <tr>
          <th scope="col">Repository</th>
          <th scope="col">Share</th>
          <th scope="col">Last commit</th>
          <th scope="col">Visibility</th>
        </tr>
      </thead>
      <tbody>
        ${repositories.slice(0, MAX_ROWS).map(
          ({ name, url, share, lastCommit, visibility, isArchived }) =>
            html`<tr>
              <th scope="row">${linkTo(url, name)}</th>
              <td data-label="Share">${share !== null && `${share} %`}</td>
              <td data-label="Last commit">${lastCommit !== null && dateText(lastCommit)}</td>
              <td data-label="Visibility">
                ${visibility.toLowerCase()}${isArchived && ', archived'}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${moreRows(repositories.length)}`
}

function moreRows(count: number): Html | false {
  return (
    count > MAX_ROWS &&
    html`<p class="soft">and ${countText(count - MAX_ROWS, 'more')}, which the JSON contains</p>`
  )
}

function namesSection({ aliases, spellings, lists }: TechnologyDetails): Html | false {
  if (aliases.length + spellings.length + lists.length === 0) return false
  return html`<section class="card" aria-labelledby="names">
    <h2 id="names">Names and lists</h2>
    ${aliases.length > 0 && html`<p>Also known as ${aliases.join(', ')}.</p>`}
    ${
      spellings.length > 0 &&
      html`<p>
        Projects write
        ${spellings.map(({ spelling, projects }) => `${spelling} (${projects})`).join(', ')}.
      </p>`
    }
    ${lists.length > 0 && html`<p>Technology lists: ${lists.join(', ')}.</p>`}
  </section>`
}
