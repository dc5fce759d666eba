import { asMarkup, html, layout, linkList, shortened, type Html } from '@landscape/markup'
import type { UpstreamName } from '../proxy/prefixes.ts'
import type { MissingPart, Part } from './parts.ts'

/** The processes of the landscape. */
export type Running = 'gateway' | UpstreamName
export type ServiceState = 'ready' | 'degraded' | 'not reached'

/** The shown fields of a banner. */
interface BannerText {
  title: string
  message: string
  type: string
}

/** The content of the landing page. */
export interface Landscape {
  /** E-mail address of the reader, when known. */
  reader: string | undefined
  /** Whether the reader may see recent changes. */
  mayReview: boolean
  services: Readonly<Record<Running, ServiceState>>
  banners: readonly BannerText[] | MissingPart
  /** Pictures of the services, as SVG. */
  radar: Part
  radarNarrow: Part
  languages: Part
  usage: Part
}

const TITLE = 'Technology landscape'
const SHOWN_BANNERS = 5
const TYPES = new Set(['info', 'warning', 'error'])
const SERVES: Readonly<Record<Running, string>> = {
  gateway: 'this page, and the entry point of all services',
  projects: 'projects, their owners and their technologies',
  data: 'public reads: rows, statistics, the radar, banners',
  'admin-review': 'editing of the radar, banners and lists, and their history',
  assistant: 'usage of code assistants, seats and teams',
}
const STATES: Readonly<Record<ServiceState, Html>> = {
  ready: html`<span class="good">ready</span>`,
  degraded: html`<span class="alarm">degraded: part of it fails</span>`,
  'not reached': html`<span class="alarm">not available</span>`,
}
const MISSING_BANNERS = {
  'sign-in': 'Sign in to see messages.',
  forbidden: 'You may not see messages.',
  unavailable: 'Messages cannot be read at the moment.',
} as const
const MISSING_PARTS = {
  'sign-in': 'Sign in to see this.',
  forbidden: 'You may not see this.',
  unavailable: 'This cannot be shown at the moment.',
} as const

/** The landing page: service health and the pictures of the landscape. */
export function landscapePage(landscape: Landscape): string {
  const { reader, banners, services, radar, radarNarrow, languages, usage } = landscape
  return layout(
    TITLE,
    html`<p class="soft">
        Projects and their technologies, statistics of repositories, the technology radar, and usage
        of code assistants.
        ${reader === undefined ? 'You are not signed in.' : html`You are <bdi>${shortened(reader, 60)}</bdi>.`}
      </p>
      ${linksOf(landscape)} ${bannersOf(banners)}
      <div class="columns">
        ${servicesOf(services)}
        ${sectionOf('Use of code assistants', { part: usage, path: '/assistant/api/org/svg' })}
        ${sectionOf('Languages', { part: languages, path: '/api/languages/svg' })}
      </div>
      ${sectionOf('Technology radar', { part: radar, narrow: radarNarrow, path: '/api/tech-radar/svg' })}`,
    true,
  )
}

function linksOf({ mayReview, radar }: Landscape): Html {
  return linkList([
    ['/docs', 'API reference'],
    ['/openapi.json', 'API description (JSON)'],
    ...(mayReview ? [['/changes', 'Recent changes'] as const] : []),
    ...('missing' in radar
      ? []
      : [['/api/tech-radar/feed.atom', 'Moves on the radar (feed)'] as const]),
  ])
}

/** The banners, or why they are missing; empty when there are none. */
function bannersOf(banners: Landscape['banners']): Html {
  if ('missing' in banners) {
    return html`<section class="card" aria-label="Messages">
      <p>${MISSING_BANNERS[banners.missing]}</p>
    </section>`
  }
  const others = banners.length - SHOWN_BANNERS
  if (banners.length === 0) return html``
  return html`<section aria-label="Messages">
    ${banners.slice(0, SHOWN_BANNERS).map(
      ({ title, message, type }) =>
        html`<div class="card note ${TYPES.has(type) ? type : 'info'}">
          ${title !== '' && html`<h2 dir="auto">${shortened(title, 100)}</h2>`}
          <p dir="auto">${shortened(message, 600)}</p>
        </div>`,
    )}
    ${others > 0 && html`<p class="soft">and ${others} more ${others === 1 ? 'message' : 'messages'}</p>`}
  </section>`
}

function servicesOf(services: Landscape['services']): Html {
  return html`<section class="card" aria-labelledby="services">
    <h2 id="services">What runs here</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">What it serves</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(services).map(([name, state]) => rowOf(name as Running, state))}
      </tbody>
    </table>
    <p class="soft"><a href="/readyz">Health as JSON</a>, for monitoring</p>
  </section>`
}

function rowOf(name: Running, state: ServiceState): Html {
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${SERVES[name]}</td>
    <td>${STATES[state]}</td>
  </tr>`
}

/** A picture under its heading, or why it is missing; small screens show the narrow one. */
function sectionOf(title: string, shown: { part: Part; narrow?: Part; path: string }): Html {
  const { part, narrow, path } = shown
  return html`<section class="card" aria-label="${title}">
    ${
      'missing' in part
        ? html`<h2>${title}</h2>
            <p>${MISSING_PARTS[part.missing]}</p>`
        : html`<div${narrow && html` class="broad"`}>${asMarkup(part.text)}</div>
            ${narrow && 'text' in narrow && html`<div class="narrow">${asMarkup(narrow.text)}</div>`}
            <p class="soft"><a href="${path}">Open the picture</a></p>`
    }
  </section>`
}
