import type { Section } from '../join/section-names.ts'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { changeSince, monthLine, type MonthCount } from '@landscape/views/month-line'
import { ringChip } from '@landscape/views/ring-chip'
import { dateText, numeral } from '@landscape/views/text'
import { html, type Html, type Part } from '@landscape/views/html'
import { itemsOf, linkList, section } from '@landscape/views/section'
import type { Move, Planned } from '../timeline/reply.ts'
import { directorateOf, type Frame } from './frame.ts'

export const SECTION_TITLES: Readonly<Record<Section, string>> = {
  languages: 'Languages',
  frameworks: 'Frameworks',
  databases: 'Databases',
  infrastructure: 'Infrastructure',
  cicd: 'CI/CD',
  hosting: 'Hosting',
  publishing: 'Publishing',
  'source-control': 'Source control',
  tools: 'Tools',
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

/** Where a page is in its list. */
export interface Paging {
  isFirst: boolean
  /** The cursor of the next page, if any. */
  next: string | undefined
}

/** Links to the first and the next page of a list, and to all its rows as CSV. */
export function listLinks(
  { path, data }: { path: string; data: string },
  parameters: Parameters,
  { isFirst, next }: Paging,
): Html {
  return html`<p class="row">
    ${!isFirst && html`<a href="${urlWith(path, parameters)}">First page</a>`}
    ${
      next &&
      html`<a rel="next" href="${urlWith(path, { ...parameters, cursor: next })}">Next page</a>`
    }
    <a class="button" href="${urlWith(data, { ...parameters, format: 'csv', for: 'spreadsheet' })}"
      >Download as CSV</a
    >
  </p>`
}

/** Why a list has no rows. */
export function noRows(rows: string, filter: object, path: string, frame: Frame): Html {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (!isFiltered) return html`No ${rows}.`
  return html`No ${rows} match these filters.
    <a href="${urlWith(path, directorateOf(frame))}">Clear the filter</a>`
}

/** A link to the rows that a table of a page leaves out. */
export function linkToAll(total: number, shown: number, href: string): Html | false {
  return total > shown && html`<p><a href="${href}">Show all ${numeral(total)}</a></p>`
}

/** The number of rows that a table of a page leaves out, where only the JSON has them. */
export function moreInJson(total: number, shown: number): Html | false {
  const more = total - shown
  return more > 0 && html`<p class="soft">${numeral(more)} more in the JSON</p>`
}

/** The text as a link when its URL is a path or a web address; documents may contain any string. */
export function linkTo(url: string, text: string): Html {
  const isSafe = /^(?:https?:\/\/|\/(?![/\\]))/i.test(url)
  return isSafe ? html`<a href="${url}"><bdi>${text}</bdi></a>` : html`<bdi>${text}</bdi>`
}

/** The next planned move of an entry: `planned: HOLD from 1 March 2027`. */
export function plannedText(
  { ring, from }: { ring: string; from: string },
  rings: Frame['rings'],
): Html {
  return html`planned: ${ringChip(ring, rings)} from
    <time datetime="${from}">${dateText(from)}</time>`
}

/** The ring of an entry, if any, and its next planned move. */
export function ringCell(
  { ring, planned }: { ring: string | null; planned: Planned | null },
  rings: Frame['rings'],
): Html {
  return html`${ring !== null && ringChip(ring, rings)}
  ${planned && html`<span class="soft">${plannedText(planned, rings)}</span>`}`
}

/** The planned moves of a page, which no number counts, and a link to all of the radar. */
export function plansSection(plans: readonly PlanLine[], frame: Frame): Html | false {
  if (plans.length === 0) return false
  const href = urlWith('/api/tech-radar/plans', { ...directorateOf(frame), format: 'csv' })
  const lines = plans.map(
    ({ title, link, to, date, more }) =>
      html`${linkTo(link, title)} ${plannedText({ ring: to, from: date }, frame.rings)}${more}`,
  )
  return section('plans', 'Planned', [
    itemsOf(lines),
    html`<p><a href="${href}">All plans of the present radar as CSV</a></p>`,
  ])
}

interface PlanLine extends Pick<Move, 'title' | 'to' | 'date'> {
  /** Path of the page of the technology. */
  link: string
  /** Text behind the day. */
  more?: Part
}

/** A link to the page of a project. */
export function linkToProject({ name, slug }: { name: string; slug: string }, frame: Frame): Html {
  return linkTo(urlWith(`/projects/${pathSegment(slug)}`, directorateOf(frame)), name)
}

/** A number by month as a line, with its change; nothing when it cannot be compared. */
export function monthsLine(
  count: number,
  months: readonly MonthCount[],
  programme?: string,
): Html | false {
  const change = changeSince(count, months)
  if (change === undefined) return false
  const all = html`<a href="${urlWith('/trends', { programme })}">All months</a>`
  return withMonths(months, html`${change}. ${all}`)
}

/** A sentence about a number next to the line of its months. */
export function withMonths(months: readonly MonthCount[], sentence: Part): Html {
  return html`<div class="since">
    ${monthLine(months)}
    <p class="soft">${sentence}</p>
  </div>`
}

/** Links between the pages about all projects or those of a programme; the present one is marked. */
export function projectPages(
  current: '/projects' | '/completeness' | '/trends',
  frame: Frame,
  programme?: string,
): Html {
  const pages = [
    ['/projects', 'All projects'],
    ['/completeness', 'Completeness'],
    ['/trends', 'Months'],
  ] as const
  const hrefOf = (path: string) => urlWith(path, { programme, ...directorateOf(frame) })
  const links = pages.map(([path, text]) => [hrefOf(path), text] as const)
  return linkList(links, 'Pages of projects', hrefOf(current))
}

/** Links to the parts of a list, with their number; the present one is marked. */
export function tabsOf(
  label: string,
  tabs: readonly { href: string; title: Part; count: number | null; isCurrent: boolean }[],
): Html {
  return html`<nav class="tabs" aria-label="${label}">
    <ul>
      ${tabs.map(
        ({ href, title, count, isCurrent }) =>
          html`<li>
            <a href="${href}" ${isCurrent && html` aria-current="page"`}
              >${title} <b>${count ?? 'not known'}</b></a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}
