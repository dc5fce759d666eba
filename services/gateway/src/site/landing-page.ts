import type { LandingReply } from '@landscape/contracts/landing'
import { dateText, shortened } from '@landscape/views/text'
import { asMarkup, html, type Html } from '@landscape/views/html'
import { ringChip, type Named } from '@landscape/views/ring-chip'
import { layout } from '@landscape/views/layout'
import { itemsOf, section } from '@landscape/views/section'
import { headlinesOf, type Headlines } from './headlines-section.ts'
import { servicesTable, type ServiceStates } from './services-section.ts'
import { pathSegment } from '@landscape/contracts/url-with'

/** Why a part is missing. */
export interface MissingPart {
  missing: 'sign-in' | 'forbidden' | 'absent' | 'unavailable'
}
/** The body of a service's response, or why it is missing. */
export type Part = { text: string } | MissingPart

type Moves = NonNullable<LandingReply['moves']>
type Banners = NonNullable<LandingReply['banners']>

/** The content of the services. Pictures are SVG. */
export interface LandingParts {
  headlines: Headlines
  /** Whether neither a radar, a project nor a repository is stored. */
  isEmpty: boolean
  /** Each source with its date as stored; null when it is not known. */
  sources: readonly (readonly [source: string, date: string | null])[]
  radar: Part
  moves: Moves | MissingPart
  languages: Part
  usage: Part
  banners: Banners | MissingPart
}

/** The content of the landing page. */
export interface Landing extends LandingParts {
  /** E-mail address of the reader, when known. */
  reader: string | undefined
  /** Health of each process; only for administrators. */
  services: ServiceStates | undefined
}

const TITLE = 'Technology landscape'
const FEED = '/api/tech-radar/feed.atom'
const TYPES = new Set(['info', 'warning', 'error'])
const MISSING: Readonly<Record<MissingPart['missing'], Html>> = {
  'sign-in': html`Sign in to see this.`,
  forbidden: html`You do not have access to this.`,
  absent: html`Nothing is stored yet.`,
  unavailable: html`Not available, <a href="/">try again</a>.`,
}

/** The landing page in the order of its readers: from the search to the health of services. */
export function landingPage(landing: Landing): string {
  const { reader, headlines, isEmpty, radar, moves, languages, usage, banners, services } = landing
  const { radarTitle = '', directorate = null } = 'missing' in moves ? {} : moves
  return layout(
    TITLE,
    html`<p class="soft">
        What projects use, and what the technology radar recommends.
        ${
          reader === undefined
            ? 'You are not signed in.'
            : html`You are <bdi>${shortened(reader, 60)}</bdi>.`
        }
      </p>
      ${headlinesOf(headlines)} ${directorate !== null && ringsNote(directorate)}
      ${
        isEmpty
          ? FIRST_STEPS
          : [
              pictureOf('Technology radar', {
                part: radar,
                path: '/api/tech-radar/svg',
                list: '/radar',
              }),
              movesOf(moves),
            ]
      }
      <div class="columns">
        ${!isEmpty && pictureOf('Languages', { part: languages, path: '/api/languages/svg' })}
        ${pictureOf('Use of code assistants', {
          part: usage,
          path: '/assistant/api/org/svg',
          id: 'assistants',
        })}
      </div>
      ${bannersOf(banners)} ${services && servicesTable(services)}`,
    {
      radarTitle: radarTitle || undefined,
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
  return html`<p class="soft">
    Rings of <bdi>${shortened(directorate, 60)}</bdi>. Those of other directorates are among the
    <a href="/technologies">technologies</a>.
  </p>`
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
            · <a href="${FEED}">Feed of moves</a>
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
    <span class="soft"
      >${dateText(date)}${description !== '' && html` · <bdi>${shortened(description, 80)}</bdi>`}</span
    >
  </li>`
}

/** The page of a technology. Names do not distinguish a slash, which a path cannot contain, from `-`. */
function technologyPath(title: string): string {
  return `/technologies/${pathSegment(title.replaceAll('/', '-'))}`
}

/** The banners, one line each, or why they are missing; empty when there are none. */
function bannersOf(banners: Landing['banners']): Html | false {
  if (!('missing' in banners) && banners.total === 0) return false
  return section('messages', 'Messages', [
    'missing' in banners
      ? html`<p>${MISSING[banners.missing]}</p>`
      : html`<ul class="lines">
            ${banners.shown.map(bannerOf)}
          </ul>
          ${moreOf(banners.total - banners.shown.length)}`,
  ])
}

function bannerOf({ title, message, type }: Banners['shown'][number]): Html {
  return html`<li class="note ${TYPES.has(type) ? type : 'info'}" dir="auto">
    ${title !== '' && html`<b>${shortened(title, 30)}</b> `}${shortened(message, 60)}
  </li>`
}

function moreOf(others: number): Html | false {
  if (others <= 0) return false
  return html`<p class="soft">and ${others} more ${others === 1 ? 'message' : 'messages'}</p>`
}

/** A picture under its heading, or why it is missing; small screens show only the link to its list, if there is one. */
function pictureOf(
  title: string,
  { part, path, list, id }: { part: Part; path: string; list?: string; id?: string },
): Html {
  return html`<section class="card" aria-label="${title}" ${id !== undefined && html` id="${id}"`}>
    ${
      'missing' in part
        ? html`<h2>${title}</h2>
            <p>${MISSING[part.missing]}</p>`
        : html`<div${list && html` class="broad"`}>${asMarkup(part.text)}</div>
            <p class="soft">
              ${list && html`<a href="${list}">List of its entries</a> · `}<a href="${path}"
                >Open the picture</a
              >
            </p>`
    }
  </section>`
}
