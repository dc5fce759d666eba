import { backstageRadar } from '@landscape/data/radar/backstage-radar'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { isRecord } from '@landscape/contracts/json'
import { z } from 'zod'
import { singleFile, type FileRadar, type Files, type Movement } from './file-radar.ts'
import { parseFile, readEach } from './json-file.ts'
import { notImported, undeclaredMembers } from './not-imported.ts'
import type { Outline } from './outline.ts'

const Part = z.looseObject({
  id: z.string().min(1),
  name: z.string().min(1),
  color: z.string().optional(),
  description: z.string().optional(),
})
const Response = z.looseObject({
  /** Not part of the format, but common. */
  title: z.string().optional().catch(undefined),
  quadrants: z.array(Part),
  rings: z.array(Part),
  entries: z.array(z.unknown()),
})
const EntryMembers = z.looseObject({
  id: z.string().min(1),
  key: z.string().optional(),
  title: z.string().min(1),
  quadrant: z.string().min(1),
  url: z.string().optional(),
  description: z.string().optional(),
  links: z.array(z.looseObject({ url: z.string(), title: z.string() })).optional(),
  timeline: z
    .array(
      z.looseObject({
        date: z
          .string()
          .refine((date) => parseIsoInstant(date) !== undefined, 'is not an ISO 8601 date'),
        ringId: z.string().min(1),
        description: z.string().optional(),
        moved: z.int().optional(),
      }),
    )
    .min(1),
})
/** Older versions of the plugin show entries without an id. */
const Entry = z.preprocess(
  (value) =>
    isRecord(value) && value['id'] === undefined ? { ...value, id: value['key'] } : value,
  EntryMembers,
)

const DAY_MS = 24 * 60 * 60 * 1000
const MIDNIGHT = 'T00:00:00.000Z'
/** Colour of a ring without a colour, which the format requires. */
const DEFAULT_COLOR = '#888888'

/**
 * Reads a `TechRadarLoaderResponse` of Backstage's radar. Its timelines usually start with the present
 * position; the latest is the present one.
 *
 * @throws FormatError when the file is invalid
 */
export function readBackstage(files: Files): FileRadar {
  const response = parseFile(Response, singleFile(files))
  const { title, quadrants, rings, entries } = response
  const form = { list: 'entries', schema: Entry, titleOf }
  const { read, faults, unused } = readEach(
    entries,
    form,
    ({ timeline, links, ...entry }, location) => ({
      location,
      id: entry.id,
      title: entry.title,
      quadrant: entry.quadrant,
      key: entry.key,
      url: entry.url,
      description: entry.description,
      links: links?.map(({ url, title: text }) => ({ url, title: text })),
      positions: oldestFirst(timeline).map(({ ringId, instant, description, moved }) => ({
        ring: ringId,
        date: dayOrInstant(instant),
        description,
        movement: movementOf(moved),
      })),
    }),
  )
  return {
    title,
    quadrants,
    rings,
    isDefined: true,
    hasTimelines: true,
    entries: read,
    faults,
    notes: notImported('Members', [...undeclaredMembers(Response, response), ...unused]),
  }
}

/**
 * Sorts by day. Snapshots of one day keep their order, because some dates have no time; the array begins with
 * the present position unless the days prove otherwise.
 */
function oldestFirst(timeline: z.infer<typeof EntryMembers>['timeline']) {
  const dated = timeline.map((item) => {
    const instant = parseIsoInstant(item.date) ?? 0
    return { ...item, instant, day: Math.floor(instant / DAY_MS) }
  })
  const isOldestFirst = (dated[0]?.day ?? 0) < (dated.at(-1)?.day ?? 0)
  return (isOldestFirst ? dated : dated.toReversed()).toSorted((a, b) => a.day - b.day)
}

/** Writes the response. Positions without a valid date are omitted, a present one with its entry. */
export function writeBackstage(outline: Outline): string {
  const { quadrants, rings, notes } = outline
  const entries = outline.entries.flatMap(({ positions, quadrant, ...entry }) => {
    const dated = positions.flatMap(({ instant, ring, description, movement }) => {
      const moved = SIGNS[movement]
      return instant === undefined ? [] : [{ instant, ringId: ring.id, description, moved }]
    })
    if (dated.length < positions.length)
      notes.push(`${entry.title}: positions without a date are not exported`)
    const isPresentDated = positions.at(-1)?.instant !== undefined
    return isPresentDated ? [{ ...entry, quadrant: quadrant.id, positions: dated }] : []
  })
  const response = backstageRadar({ quadrants, rings, entries }, () => DEFAULT_COLOR)
  return `${JSON.stringify(response, null, 2)}\n`
}

const SIGNS = { in: 1, out: -1, none: 0, new: 0 } as const satisfies Record<Movement, number>

function dayOrInstant(instant: number): string {
  const text = new Date(instant).toISOString()
  return text.endsWith(MIDNIGHT) ? text.slice(0, -MIDNIGHT.length) : text
}

function movementOf(moved: number | undefined): Movement | undefined {
  if (moved === undefined) return undefined
  return moved > 0 ? 'in' : moved < 0 ? 'out' : 'none'
}

function titleOf(value: unknown): unknown {
  return (value as { title?: unknown } | null)?.title
}
