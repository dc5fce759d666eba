import type { RadarDocument } from '@landscape/contracts/landscape'

/** A radar with `entries` entries, spread unevenly over quadrants and rings as in real radars. */
export function radarOf(entries: number, quadrants = 4, rings = 4): RadarDocument {
  return {
    title: `Radar of ${entries}`,
    quadrants: numbered(quadrants, (i) => ({ id: `q${i}`, name: `Quadrant ${i}` })),
    rings: numbered(rings, (i) => ({ id: `r${i}`, name: `Ring ${i}`, color: '#0b57a4' })),
    entries: numbered(entries, (i) => ({
      id: `e${i}`,
      title: `Technology ${i}`,
      quadrant: `q${(i % 7) % quadrants}`,
      timeline: [{ ringId: 'review' }, { ringId: `r${Math.floor(((i * i) % 11) / 3) % rings}` }],
    })),
  }
}

function numbered<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}
