import { stringify } from 'yaml'
import type { Outline, OutlinedEntry, OutlinedPosition } from './outline.ts'

/** Whether a release contains the positions of a day or of a month. */
export type ReleasePeriod = 'day' | 'month'

/**
 * Writes the folder for version 5 of the generator, with `config.json`, without which it uses default
 * segments. The release of a month has the date of its latest position.
 */
export function writeAoe(
  outline: Outline,
  { releases = 'day' }: { releases?: ReleasePeriod } = {},
) {
  const { title, quadrants, rings, entries } = outline
  const config = {
    segments: quadrants.map(({ id, name, color, description }, i) => ({
      id,
      title: name,
      description: textOf(description),
      color: textOf(color) || QUADRANT_COLORS[i % QUADRANT_COLORS.length],
    })),
    rings: rings.map(({ id, name, color, description }, i) => ({
      id,
      title: name,
      description: textOf(description),
      color: textOf(color) || RING_COLOR,
      // All rings have the same area; the radius of the outermost is 1.
      radius: Number(Math.sqrt((i + 1) / rings.length).toFixed(2)),
      strokeWidth: Math.max(1, rings.length - i),
    })),
    labels: { title },
  }
  const revisions = entries.flatMap((entry) => revisionsOf(entry, releases, outline.notes))
  const dates = new Map<string, string>()
  for (const { day, period } of revisions) {
    if (day > (dates.get(period) ?? '')) dates.set(period, day)
  }
  return new Map([
    [CONFIG, `${JSON.stringify(config, null, 2)}\n`],
    ...revisions.map(({ entry, position, period }): [string, string] => [
      `radar/${dates.get(period) ?? ''}/${nameOf(entry.id)}.md`,
      revisionText(entry, position),
    ]),
  ])
}

const CONFIG = 'config.json'
const QUADRANT_COLORS = ['#a3b18a', '#588157', '#3f633e', '#40713f']
const RING_COLOR = '#588157'
const WITHOUT_DATE = 'not exported, it has no date'
/** A position of an entry that becomes a file of a release. */
interface Revision {
  entry: OutlinedEntry
  position: OutlinedPosition
  day: string
  /** The day or month of the release. */
  period: string
}

/** The last position of each period; positions out of order are skipped. */
function revisionsOf(entry: OutlinedEntry, releases: ReleasePeriod, notes: string[]): Revision[] {
  const revisions: Revision[] = []
  let skipped = 0
  for (const position of entry.positions.toReversed()) {
    const day = dayOf(position)
    if (day === undefined && revisions.length === 0) {
      notes.push(`${entry.title}: ${WITHOUT_DATE}`)
      return []
    }
    const period = day?.slice(0, releases === 'month' ? 7 : 10)
    const later = revisions[0]?.period
    if (day === undefined || period === undefined || (later !== undefined && period >= later))
      skipped++
    else revisions.unshift({ entry, position, day, period })
  }
  if (skipped > 0) {
    notes.push(`${entry.title}: several positions in one ${releases}, only the last is exported`)
  }
  return revisions
}

function revisionText(
  { title, quadrant, tags, description }: OutlinedEntry,
  position: OutlinedPosition,
): string {
  const front = stringify(
    {
      title,
      ring: position.ring.id,
      segment: quadrant.id,
      ...(tags.length > 0 && { tags }),
      ...(description !== '' && { info: description }),
    },
    { lineWidth: 0 },
  )
  return `---\n${front}---\n\n${position.description}\n`
}

function dayOf({ instant }: OutlinedPosition): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 10)
}

/** Encodes an id so that its file cannot be outside of the release folder. */
function nameOf(id: string): string {
  return encodeURIComponent(id.toWellFormed())
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
