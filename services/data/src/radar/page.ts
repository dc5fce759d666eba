import { urlWith } from '@landscape/contracts/url-with'
import { dateText, shortened } from '@landscape/views/text'
import { asMarkup, html, type Html, type Part } from '@landscape/views/html'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { plansSection, tabsOf } from '../reads/page-parts.ts'
import { ringChip } from '@landscape/views/ring-chip'

const PATH = '/radar'

/** A part of the radar. */
interface RadarContent {
  title: string
  /** Name of the ring that advises against its entries by an assumption only. */
  assumed: string | undefined
  filter: { ring?: string | undefined; quadrant?: string | undefined }
  /** The next plans. */
  plans: Parameters<typeof plansSection>[0]
  /** SVG of the disc or of the only quadrant. */
  disc: string
  /** Since when changes are marked, in milliseconds since the epoch. */
  since: number | undefined
  /** Number of entries of each ring without its filter, and of each quadrant without its filter. */
  ringTotals: readonly number[]
  quadrantTotals: readonly number[]
  groups: readonly Group[]
}

interface Group {
  /** Of the quadrant. */
  name: string
  /** Its index. */
  quadrant: number
  entries: readonly {
    /** In the picture. */
    number: number
    title: string
    description: string
    /** Title of the entry to use instead. */
    useInstead?: string
    path: string
    /** Index. */
    ring: number
    change?: keyof typeof CHANGE_MARKS
  }[]
}

/** The shapes of changed entries in the picture. */
const CHANGE_MARKS = {
  new: { mark: '★', text: 'new' },
  in: { mark: '▲', text: 'moved in' },
  out: { mark: '▼', text: 'moved out' },
} as const
/** Maximum number of characters. */
const DESCRIPTION = 120
/** Quadrants of a picture of which phones show one. */
const QUARTERS = 4

/**
 * Page of the radar: its picture next to the names of its entries. A phone shows one quadrant, the first one when none
 * is selected.
 */
export function radarPage(content: RadarContent, frame: Frame): string {
  const { title, assumed, plans, filter, disc, since, groups, quadrantTotals } = content
  const shown = groups.filter(({ entries }) => entries.length > 0)
  const isQuartered = filter.quadrant === undefined && quadrantTotals.length === QUARTERS
  const query = directorateOf(frame)
  return landscapePage(
    frame,
    { title, self: { path: PATH, parameters: filter }, mainPage: PATH },
    html`<div class="choices${isQuartered && ' quartered'}">${quadrantLinks(content, frame)} ${ringLinks(content, frame)}</div>
      ${
        assumed !== undefined &&
        html`<p class="soft">
          Assumed: <bdi>${assumed}</bdi> advises against its entries, because no other ring does.
        </p>`
      }
      <div class="radar">
        <div class="card disc">
          <div${isQuartered && html` class="quarter"`}>${asMarkup(disc)}</div>
          <p class="caption" aria-hidden="true"></p>
          ${since !== undefined && html`<p class="key soft">${Object.values(CHANGE_MARKS).map(({ mark, text }) => `${mark} ${text} `)}since ${dateText(since)}</p>`}
        </div>
        <div>
          ${shown.length === 0 && html`<p class="card">No entry of the radar ${filter.ring === undefined ? 'is' : 'is in this ring and'} in a quadrant.</p>`}
          ${shown.map((group) => groupOf(group, { isBroad: isQuartered && group.quadrant > 0, content, frame }))}
          <p class="soft">
            <a href="${urlWith('/technologies', { on_radar: true, ...query })}">All entries as a table</a>
            · <a href="${urlWith('/editions', query)}">Editions</a> ·
            <a href="${urlWith('/api/tech-radar/svg', { ...filter, ...query })}">Picture with names</a>
          </p>
        </div>
      </div>
      ${plansSection(plans, frame)}`,
  )
}

function ringLinks({ filter, ringTotals: totals }: RadarContent, frame: Frame): Html {
  const tab = (ring: string | undefined, title: Part, count: number) => {
    const href = urlWith(PATH, { ...filter, ring, ...directorateOf(frame) })
    return { href, title, count, isCurrent: ring?.toLowerCase() === filter.ring }
  }
  const rings = totals.flatMap((count, i) => {
    const ring = frame.rings[i]
    return ring ? [tab(ring.id, ringChip(ring.id, frame.rings), count)] : []
  })
  return tabsOf('Rings', [tab(undefined, 'Any ring', sumOf(totals)), ...rings])
}

function quadrantLinks({ filter, quadrantTotals: totals }: RadarContent, frame: Frame): Html {
  const tab = (quadrant: string | undefined, title: Part, count: number) => {
    const href = urlWith(PATH, { ...filter, quadrant, ...directorateOf(frame) })
    return { href, title, count, isCurrent: quadrant?.toLowerCase() === filter.quadrant }
  }
  const quadrants = totals.flatMap((count, i) => {
    const quadrant = frame.quadrants[i]
    return quadrant ? [tab(quadrant.id, html`<bdi>${quadrant.name}</bdi>`, count)] : []
  })
  return tabsOf('Quadrants', [tab(undefined, 'All', sumOf(totals)), ...quadrants])
}

function sumOf(totals: readonly number[]): number {
  return totals.reduce((sum, count) => sum + count, 0)
}

/** The entries of a quadrant by ring. */
function groupOf(
  { name, quadrant, entries }: Group,
  {
    isBroad,
    content: { filter },
    frame,
  }: {
    /** Whether phones hide it. */
    isBroad: boolean
    content: RadarContent
    frame: Frame
  },
): Html {
  const { id } = frame.quadrants[quadrant] ?? {}
  const href = urlWith(PATH, { ...filter, quadrant: id, ...directorateOf(frame) })
  const isAlone = filter.quadrant !== undefined
  const byRing = Map.groupBy(entries, ({ ring }) => ring)
  return html`<section class="card${isBroad && ' broad'}" aria-labelledby="q${quadrant}">
    <h2 id="q${quadrant}">
      <a href="${href}"><bdi>${name}</bdi></a>
    </h2>
    ${[...byRing].map(
      ([ring, own]) =>
        html`<div class="ring-entries">
          ${frame.rings[ring] && ringChip(frame.rings[ring].id, frame.rings)}
          <ul class="entries${isAlone && ' described'}">
            ${own.map(
              ({ number, title, path, change, ...entry }) =>
                html`<li>
                  <a href="${path}" data-n="${number}"
                    ><b>${number}</b>
                    <bdi>${title}</bdi
                    >${change && html` <i title="${CHANGE_MARKS[change].text}">${CHANGE_MARKS[change].mark}</i>`}</a
                  >
                  ${isAlone && aboutOf(entry)}
                </li>`,
            )}
          </ul>
        </div>`,
    )}
  </section>`
}

/** The description of an entry, shortened, and what to use instead. */
function aboutOf({
  description,
  useInstead,
}: Pick<Group['entries'][number], 'description' | 'useInstead'>): Html {
  return html`<span class="about soft" dir="auto"
    >${shortened(description, DESCRIPTION)}${useInstead !== undefined && html` Use <bdi>${useInstead}</bdi> instead.`}</span
  >`
}
