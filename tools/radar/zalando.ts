import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { z } from 'zod'
import { singleFile, type FileRadar, type Files, type Movement } from './file-radar.ts'
import { parseFile, readEach } from './json-file.ts'
import { notImported, undeclaredMembers } from './not-imported.ts'

const Part = z.looseObject({ name: z.string().min(1), color: z.string().optional() })
const Config = z.looseObject({
  title: z.string().optional(),
  date: z.string().optional(),
  quadrants: z.array(Part).optional(),
  rings: z.array(Part).optional(),
  entries: z.array(z.unknown()),
})
const Entry = z.looseObject({
  label: z.string().min(1),
  quadrant: z.int().min(0),
  ring: z.int().min(0),
  moved: z.int().optional(),
  link: z.string().optional(),
  active: z.unknown().optional(),
})

/** Numbers of the movements in `radar.js`. */
const MOVED: Readonly<Record<Movement, number>> = { in: 1, out: -1, none: 0, new: 2 }

/**
 * Reads the `config.json` of Zalando's radar. Entries refer to quadrants and rings by index; missing names
 * are those of the stored radar.
 *
 * @throws FormatError when the file is invalid
 */
export function readZalando(files: Files): FileRadar {
  const config = parseFile(Config, singleFile(files))
  const date = dateIn(config.date)
  const form = { list: 'entries', schema: Entry, titleOf: labelOf }
  const { read, faults, unused } = readEach(config.entries, form, (entry, location) => ({
    location,
    title: entry.label,
    quadrant: entry.quadrant,
    url: entry.link || undefined,
    positions: [{ ring: entry.ring, date, movement: movementOf(entry.moved) }],
    note: isFalse(entry.active) ? '"active: false" is not imported' : undefined,
  }))
  return {
    title: config.title,
    quadrants: config.quadrants ?? [],
    rings: config.rings ?? [],
    isDefined: config.quadrants !== undefined && config.rings !== undefined,
    naming: '"quadrants": [{ "name": … }], "rings": [{ "name": … }]',
    hasTimelines: false,
    entries: read,
    faults,
    notes: [
      ...(config.date && date === undefined
        ? [`The date "${config.date}" is not understood; positions have the date of the import`]
        : []),
      ...notImported('Members', [...undeclaredMembers(Config, config), ...unused]),
    ],
  }
}

/** The date in ISO 8601 with its precision; files usually have `YYYY.MM`. Undefined for another form. */
function dateIn(text = ''): string | undefined {
  const numbers = /^(\d{4})[./-](\d{1,2})(?:[./-](\d{1,2}))?(?!\d)(.*)$/.exec(text.trim())
  const [, year = '', month = '', day, rest = ''] = numbers ?? []
  const parts = [year, month, ...(day === undefined ? [] : [day])]
  const date = numbers ? parts.map((part) => part.padStart(2, '0')).join('-') + rest : text.trim()
  return parseIsoInstant(date) === undefined ? undefined : date
}

function movementOf(moved = 0): Movement {
  if (moved === MOVED.new) return 'new'
  return moved > 0 ? 'in' : moved < 0 ? 'out' : 'none'
}

/** Spreadsheets write booleans as strings. */
function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.toLowerCase() === 'false')
}

function labelOf(value: unknown): unknown {
  return (value as { label?: unknown } | null)?.label
}
