import { backstageRadar, type BackstageRadar } from './backstage-radar.ts'
import { understood } from '@landscape/contracts/json'
import { entryOf, fieldsOf, partOf, type StoredEntry } from '@landscape/contracts/entries'
import { colourOf } from '@landscape/views/ring-chip'
import { indexIn } from './drawn-radar.ts'
import { positionsIn, type RadarView } from '../timeline/radar-view.ts'

/** The plugin fails with fewer quadrants. */
const MIN_QUADRANTS = 4

/**
 * A radar for the plugin of Backstage. The plugin shows nothing at all with one entry in an unknown ring or
 * quadrant, and with an address that is a script, so these are omitted. A position needs a date: without one a past
 * position is omitted, and the present one has the first instant of 1970. Keys are the ids, since stored keys can be equal.
 */
export function backstageRadarOf(view: RadarView): BackstageRadar {
  const { radar } = view
  const stored = understood(radar.quadrants.map(partOf))
  const missing = Array.from({ length: Math.max(0, MIN_QUADRANTS - stored.length) }, (_, i) => ({
    id: `no quadrant ${i + 1}`,
    name: '',
  }))
  const rings = understood(radar.rings.map(partOf))
  const [quadrantIndex, ringIndex] = [indexIn(stored), indexIn(rings)]
  const entries = understood(radar.entries.map(entryOf)).flatMap((entry) => {
    const positions = datedPositions(entry, view, ringIndex)
    if (positions.length === 0 || quadrantIndex(entry.quadrant) < 0) return []
    const { id, title, quadrant, description } = entry
    const { url, links } = fieldsOf(entry.raw)
    return [
      {
        id,
        key: id,
        title,
        quadrant,
        description,
        positions,
        url: url !== undefined && isOfWeb(url) ? url : undefined,
        links: links
          .filter((link) => isOfWeb(link.url))
          .map((link) => ({ ...link, title: link.title || link.url })),
      },
    ]
  })
  const shown = rings.map(({ raw, id, name }) => ({ ...raw, id, name }))
  const radarOfPlugin = { quadrants: [...stored, ...missing], rings: shown, entries }
  return backstageRadar(radarOfPlugin, (ring) => colourOf(ring).fill)
}

/** The positions in a ring; none when the present one is in none. */
function datedPositions(entry: StoredEntry, view: RadarView, ringIndex: (id: unknown) => number) {
  const all = positionsIn(view, entry).map((position, i, others) => {
    const ring = ringIndex(position.ringId)
    const from = ringIndex(others[i - 1]?.ringId)
    return { ...position, ring, moved: from < 0 ? 0 : directionOf(from - ring) }
  })
  const present = all.at(-1)
  if (!present || present.ring < 0) return []
  return all.flatMap((position) => {
    const instant = position === present ? (position.at ?? 0) : position.at
    return instant === undefined || position.ring < 0 ? [] : [{ ...position, instant }]
  })
}

function directionOf(distance: number): -1 | 0 | 1 {
  if (distance === 0) return 0
  return distance > 0 ? 1 : -1
}

function isOfWeb(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
