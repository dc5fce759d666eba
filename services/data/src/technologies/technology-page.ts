import { urlWith } from '@landscape/http/request/url-with'
import { countText } from '@landscape/markup/count-text'
import { dateText } from '@landscape/markup/date-text'
import { asMarkup, html, type Html } from '@landscape/markup/html'
import { layout } from '@landscape/markup/layout'
import { searchBox } from '@landscape/markup/search-box'
import type { Finding } from '../drift/finding.ts'
import type { Landscape, Named } from '../join/landscape.ts'
import type { Move } from '../radar/moves.ts'
import { movesPicture, sentenceOf } from './moves-picture.ts'
import { linkTo, linkToProject, SECTION_TITLES, siteLinks, sourcesOf } from './page-parts.ts'
import type { TechnologyDetails } from './technology.ts'

interface TechnologyPage {
  technology: TechnologyDetails
  landscape: Pick<Landscape, 'rings' | 'repositories' | 'repositoriesAsOf'>
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
export function technologyPage({ technology, landscape, findings, today }: TechnologyPage): string {
  const { name, requestedAs, projects, repositories, hiddenRepositories, totals, radar } =
    technology
  return layout(
    name,
    html`${siteLinks()} ${searchBox()}
      ${
        requestedAs !== undefined &&
        html`<p class="card note">
          “<bdi>${requestedAs}</bdi>” is an alias of <bdi>${name}</bdi>.
        </p>`
      }
      ${radarSection(technology, { rings: landscape.rings, today })} ${findingsSection(findings)}
      <section class="card" aria-labelledby="projects">
        <h2 id="projects">
          ${
            projects.length === 0
              ? 'No project uses it'
              : `${countText(totals.projects, 'project uses', 'projects use')} it`
          }
        </h2>
        ${projects.length > 0 && projectsTable(technology)}
      </section>
      <section class="card" aria-labelledby="repositories">
        <h2 id="repositories">
          ${
            totals.repositories === 0
              ? 'No repository contains it'
              : `${countText(totals.repositories, 'repository contains', 'repositories contain')} it`
          }
        </h2>
        ${repositories.length > 0 && repositoriesTable(technology)}
        ${hiddenRepositories > 0 && html`<p class="soft">${countText(hiddenRepositories, 'private or internal repository', 'private or internal repositories')}: sign in to see them.</p>`}
      </section>
      ${namesSection(technology)}
      <p class="soft">
        <a href="/api/technologies/${encodeURIComponent(technology.slug)}">This page as JSON</a
        >${radar && html` · <a href="/">The radar</a>`}
      </p>
      ${sourcesOf(landscape)}`,
    true,
  )
}

function radarSection(
  { name, radar, otherEntries }: TechnologyDetails,
  { rings, today }: { rings: readonly Named[]; today: number },
): Html {
  if (!radar) {
    return html`<section class="card" id="radar" aria-label="Radar">
      <p class="headline">Not on the radar</p>
    </section>`
  }
  const { ring, since, quadrant, description, moves } = radar
  const mood = ADVISED_AGAINST.has(ring?.id.toLowerCase()) ? 'alarm' : ''
  const drawn = (id: string, width: number) =>
    asMarkup(movesPicture(name, { moves, rings, today }, { id, width }))
  return html`<section class="card" id="radar" aria-label="Radar">
    <p class="headline">
      <span class="${mood}">${ring?.name ?? 'Without a ring'}</span
      >${since !== null && html` since <time datetime="${since}">${dateText(since)}</time>`}
    </p>
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
        <div class="narrow">${drawn('moves-narrow', 340)}</div>
        <ul>
          ${moves.map((move) => moveItem(move, rings))}
        </ul>`
    }
    ${
      otherEntries.length > 0 &&
      html`<p class="soft">
        The radar has more entries with this name:
        ${otherEntries.map(({ title, ring: id }) => `${title} (${id ?? 'without a ring'})`).join(', ')}.
      </p>`
    }
  </section>`
}

function moveItem(move: Move, rings: readonly Named[]): Html {
  const { description } = move
  return html`<li>
    ${sentenceOf(move, rings)}${description !== '' && html`: <span dir="auto">${description}</span>`}
  </li>`
}

function findingsSection(findings: TechnologyPage['findings']): Html | false {
  if (findings.length === 0) return false
  return html`<section class="card note warning" aria-labelledby="findings">
    <h2 id="findings"><a href="/drift">Drift</a></h2>
    <ul>
      ${findings.slice(0, 10).map(({ evidence }) => html`<li>${evidence}.</li>`)}
      ${findings.length > 10 && html`<li>and ${countText(findings.length - 10, 'more finding')}</li>`}
    </ul>
  </section>`
}

function projectsTable({ projects }: TechnologyDetails): Html {
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

function repositoriesTable({ repositories, totals }: TechnologyDetails): Html {
  const { archivedRepositories: archived } = totals
  return html`${archived > 0 && html`<p class="soft">${countText(archived, 'is', 'are')} archived.</p>`}
    <table class="rows">
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
