import { technologyPath } from '@landscape/contracts/technology-path'
import { createHash } from 'node:crypto'
import { recordsOf } from '@landscape/contracts/json'
import { urlWith } from '@landscape/contracts/url-with'
import { escaped } from '@landscape/views/html'
import { dateText } from '@landscape/views/text'
import { directorateOf } from '../timeline/viewer.ts'
import { ringsOf } from '../timeline/radar-entries.ts'
import type { DatedMove } from '../timeline/moves.ts'
import { titleOf, type RadarView } from '../timeline/radar-view.ts'

export const ATOM = 'application/atom+xml'
const FEED = '/api/tech-radar/feed.atom'
const PLANS = '/api/tech-radar/plans.atom'
const RADAR = '/api/tech-radar/json'
const PAGE = '/'
/** The day of a feed without moves. */
export const NO_DAY = '1970-01-01'

/**
 * Moves on a radar as an Atom feed (RFC 4287).
 *
 * @param moves newest first, or plans
 * @param options `publicUrl`: address of the gateway without a slash at its end; links are relative to the host when
 *   empty; `plansOf`: instant of the last change of the radar, for a feed of plans, whose days are in the future
 */
export function atomFeed(
  view: RadarView,
  moves: readonly DatedMove[],
  { publicUrl = '', plansOf }: { publicUrl?: string | undefined; plansOf?: number } = {},
): string {
  const isPlan = plansOf !== undefined
  // A move counts from its day on: its time of day may be later than now.
  const updated = (date: string) => text('updated', new Date(plansOf ?? date).toISOString())
  const { radar } = view
  const title = isPlan ? `${titleOf(view)}: plans` : titleOf(view)
  const query = directorateOf(view)
  const rings = new Map(ringsOf(radar).map(({ id, name }) => [id, name]))
  const quadrants = namesIn(radar.quadrants)
  const newest = moves[0]?.date ?? NO_DAY
  const idOf = createIds(isPlan ? ['plan'] : [])
  const entries = moves.map((move) => {
    const day = isPlan ? `from ${dateText(move.date)}` : ''
    const heading = `${headingOf(move, rings)} ${day}`.trim()
    const { description } = move
    return element('entry', [
      text('id', idOf(move)),
      text('title', heading),
      updated(move.date),
      move.quadrant === null
        ? ''
        : empty('category', {
            term: move.quadrant,
            label: quadrants.get(move.quadrant) ?? move.quadrant,
          }),
      page(`${publicUrl}${technologyPath(move.title.trim() || move.id, query)}`),
      text(
        'content',
        isPlan && description ? `${heading}. ${description}` : description || heading,
      ),
    ])
  })
  const feed = element(
    'feed xmlns="http://www.w3.org/2005/Atom"',
    [
      text(
        'id',
        uuid(['technology radar', ...(isPlan ? ['plans'] : []), ...Object.values(query)].join(' ')),
      ),
      text('title', title),
      updated(newest),
      element('author', [text('name', title)]),
      empty('link', {
        rel: 'self',
        type: 'application/atom+xml',
        href: `${publicUrl}${urlWith(isPlan ? PLANS : FEED, query)}`,
      }),
      page(`${publicUrl}${PAGE}`),
      empty('link', { rel: 'alternate', type: 'application/json', href: `${publicUrl}${RADAR}` }),
      ...entries,
    ],
    'feed',
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed}\n`
}

function page(href: string): string {
  return empty('link', { rel: 'alternate', type: 'text/html', href })
}

function headingOf({ title, from, to }: DatedMove, rings: Map<string, string>): string {
  const ring = rings.get(to) ?? to
  return from === null
    ? `${title}: new in ${ring}`
    : `${title}: ${rings.get(from) ?? from} → ${ring}`
}

function namesIn(elements: readonly unknown[]): Map<string, string> {
  return new Map(
    recordsOf(elements).flatMap(({ id, name }) =>
      typeof id === 'string' && typeof name === 'string' ? [[id, name] as const] : [],
    ),
  )
}

/**
 * Ids depend neither on newer moves (RFC 4287 §4.2.6) nor on the directorate of the feed; equal moves have
 * different ids.
 */
function createIds(kind: readonly string[]): (move: DatedMove) => string {
  const counts = new Map<string, number>()
  return ({ id, instant, previous, to }) => {
    const key = JSON.stringify([...kind, id, instant, previous, to])
    const times = (counts.get(key) ?? 0) + 1
    counts.set(key, times)
    return uuid(times === 1 ? key : `${key} ${times}`)
  }
}

/** A UUID derived from a name (RFC 9562 §5.8). */
function uuid(name: string): string {
  const bytes = createHash('sha256').update(`landscape ${name}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}

function element(open: string, parts: readonly string[], close = open): string {
  const inside = parts
    .filter((part) => part !== '')
    .join('\n')
    .replaceAll(/^/gm, '  ')
  return `<${open}>\n${inside}\n</${close}>`
}

function text(name: string, value: string): string {
  return `<${name}>${kept(value)}</${name}>`
}

function empty(name: string, attributes: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${kept(value)}"`)
  return `<${name}${pairs.join('')}/>`
}

/** Characters that parsers normalise unless they are escaped. */
const BREAKS = /[\n\r\t\u{85}\u{2028}]/gu

function kept(value: string): string {
  return escaped(value).replaceAll(BREAKS, (character) => `&#${character.charCodeAt(0)};`)
}
