import { technologyPath } from '@landscape/contracts/technology-path'
import type { LandingReply } from '@landscape/contracts/landing'
import { dateText, shortened } from '@landscape/views/text'
import { html, type Html } from '@landscape/views/html'
import { ringChip, type Named } from '@landscape/views/ring-chip'
import { layout } from '@landscape/views/layout'
import { itemsOf, section } from '@landscape/views/section'
import { headlinesOf, type Headlines } from './headlines-section.ts'
import { urlWith } from '@landscape/contracts/url-with'

/** Why a part is missing. */
export interface MissingPart {
  missing: 'sign-in' | 'forbidden' | 'absent' | 'unavailable'
}
/** The body of a service's response, or why it is missing. */
export type ServiceReply = { text: string } | MissingPart

type Moves = NonNullable<LandingReply['moves']>
type Radar = NonNullable<LandingReply['radar']>
/** Whether a picture has data, or why it is missing. */
type Drawable = { isKnown: boolean } | MissingPart

/** The content of the services. */
export interface LandingParts {
  headlines: Headlines
  /** Whether neither a radar, a project nor a repository is stored. */
  isEmpty: boolean
  /** Each source with its date as stored; null when it is not known. */
  sources: readonly (readonly [source: string, date: string | null])[]
  radar: Radar | MissingPart
  moves: Moves | MissingPart
  languages: Drawable
  usage: Drawable
}

/** The content of the landing page. */
export interface Landing extends LandingParts {
  /** E-mail address of the reader, when known. */
  reader: string | undefined
  /** Whether the reader may see the recent changes. */
  mayReview: boolean
}

const TITLE = 'Technology landscape'
const HEADING = html`Technologies in use and on the radar`
const FEED = '/api/tech-radar/feed.atom'
const RADAR = '/api/tech-radar/svg'
const MISSING: Readonly<Record<MissingPart['missing'], string>> = {
  'sign-in': 'Sign in to see this.',
  forbidden: 'You do not have access to this.',
  absent: 'Nothing is stored yet.',
  unavailable: 'Not available at the moment.',
}

/** The landing page in the order of its readers: numbers, radar and moves, pictures of use. */
export function landingPage(landing: Landing): string {
  const { reader, mayReview, headlines, isEmpty, radar, moves, languages, usage } = landing
  const { directorate = null } = 'missing' in moves ? {} : moves
  return layout(
    TITLE,
    html`${headlinesOf(headlines)}
      <div class="pair">
        <div>
          ${isEmpty ? FIRST_STEPS : radarOf(radar)}
          ${pictureOf('Use of the code assistant', {
            part: usage,
            path: '/assistant/api/org/svg',
            id: 'assistants',
          })}
        </div>
        ${
          !isEmpty &&
          html`<div>
            ${movesOf(moves)}
            ${pictureOf('Languages', { part: languages, path: '/api/languages/svg' })}
          </div>`
        }
      </div>
      <p class="soft">
        ${directorate !== null && ringsNote(directorate)}
        ${
          reader === undefined
            ? 'You are not signed in.'
            : html`You are <bdi>${shortened(reader, 60)}</bdi>.`
        }
      </p>`,
    {
      heading: HEADING,
      mayReview,
      sources: landing.sources,
      isWide: true,
      feed: 'missing' in radar ? undefined : FEED,
    },
  )
}

const FIRST_STEPS = section('first-steps', 'Nothing is stored yet', [
  itemsOf([
    html`Import a radar: <code>npm run radar -- import byor-csv radar.csv</code>`,
    html`Store the projects:
      <code>npm run store -- put audit-tool/new_project_data.json projects.json</code>`,
    html`Store a scan of repositories:
      <code>npm run store -- put main/repositories.json repositories.json</code>`,
  ]),
])

function ringsNote(directorate: string): Html {
  return html`Rings of <bdi>${shortened(directorate, 60)}</bdi>. The pages of
    <a href="/technologies">technologies</a> have those of other directorates.`
}

/** The picture of the radar, a link to its page; phones load that of one quadrant. */
function radarOf(radar: Radar | MissingPart): Html {
  const title = 'missing' in radar ? 'Technology radar' : radar.title || 'Technology radar'
  return html`<section class="card" aria-label="Technology radar">
    <h2>
      ${'missing' in radar ? title : html`<a href="/radar"><bdi>${shortened(title, 60)}</bdi></a>`}
    </h2>
    ${'missing' in radar ? html`<p>${MISSING[radar.missing]}</p>` : radarPicture(radar)}
  </section>`
}

function radarPicture({ firstQuadrant: quadrant }: Radar): Html {
  return html`<a href="/radar"
    ><picture>
      ${
        quadrant !== null &&
        html`<source
          media="(max-width: 48rem)"
          srcset="${urlWith(RADAR, { layout: 'disc', quadrant })}"
        />`
      }
      <img
        class="picture"
        src="${RADAR}?layout=disc"
        alt="The radar with its entries"
        width="704"
        height="704" /></picture
  ></a>`
}

function movesOf(moves: Moves | MissingPart): Html | false {
  return section('moves', 'New and moved in the last three months', [
    'missing' in moves
      ? html`<p>${MISSING[moves.missing]}</p>`
      : html`${
            moves.newest.length === 0
              ? html`<p>Nothing moved on the radar since ${dateText(moves.since)}.</p>`
              : html`<ul class="lines">
                  ${moves.newest.map((move) => moveOf(move, moves.rings))}
                </ul>`
          }
          <p class="soft">
            <a href="/technologies?sort=-moved">Technologies by last move</a>
            · <a href="/editions">Editions</a> · <a href="${FEED}">Feed of moves</a>
          </p>`,
  ])
}

function moveOf(
  { title, from, to, date, description }: Moves['newest'][number],
  rings: readonly Named[],
): Html {
  return html`<li>
    <a href="${technologyPath(title)}"><bdi>${shortened(title, 60)}</bdi></a>
    ${from === null ? 'is new in' : html`moved from ${ringChip(from, rings)} to`}
    ${ringChip(to, rings)}
    <div class="soft">
      ${dateText(date)}${description !== '' && html` · <bdi>${shortened(description, 80)}</bdi>`}
    </div>
  </li>`
}

/** A picture by its address, or why it is missing. */
function pictureOf(
  title: string,
  { part, path, id }: { part: Drawable; path: string; id?: string },
): Html {
  const reason = 'missing' in part ? part.missing : part.isKnown ? undefined : 'absent'
  return html`<section class="card" aria-label="${title}" ${id !== undefined && html` id="${id}"`}>
    ${
      reason === undefined
        ? html`<a href="${path}"
            ><img class="picture chart" src="${path}" alt="${title}" loading="lazy"
          /></a>`
        : html`<h2>${title}</h2>
            <p>${MISSING[reason]}</p>`
    }
  </section>`
}
