import { toCsv, readCell } from '@landscape/http/responses/csv'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import {
  foldName,
  FormatError,
  mentioned,
  singleFile,
  type FileEntry,
  type FileFault,
  type FileRadar,
  type Files,
  type Movement,
} from './file-radar.ts'
import { fromHtml, toHtml } from './html-description.ts'
import { parseFile, readEach, messageOf } from './json-file.ts'
import type { Outline } from './outline.ts'

const COLUMNS = ['name', 'ring', 'quadrant', 'isNew', 'status', 'description'] as const
const REQUIRED = ['name', 'ring', 'quadrant'] as const

/** One row, or one element of the JSON array. */
const Blip = z.looseObject({
  name: z.string().min(1),
  ring: z.string().min(1),
  quadrant: z.string().min(1),
  isNew: z.union([z.string(), z.boolean()]).optional(),
  status: z.string().optional(),
  description: z.string().optional(),
})
type Blip = z.infer<typeof Blip>

const STATUS: Readonly<Record<Movement, string>> = {
  new: 'new',
  in: 'moved in',
  out: 'moved out',
  none: 'no change',
}
const MOVEMENTS = new Map(Object.entries(STATUS).map(([movement, status]) => [status, movement]))

/**
 * Reads the spreadsheet of Thoughtworks' Build Your Own Radar as CSV, separated by commas or semicolons.
 *
 * @throws FormatError with the line of the first CSV error, or the missing columns
 */
export function readByorCsv(files: Files): FileRadar {
  const faults: FileFault[] = []
  const entries = rowsOf(singleFile(files)).flatMap(({ row, location }) => {
    const { data, error } = Blip.safeParse(row)
    if (data) return [entryOf(data, location)]
    faults.push({ location, title: row['name'], detail: messageOf(error, row, 'it') })
    return []
  })
  return radarOf(entries, faults)
}

/** Reads the JSON form, an array of objects. @throws FormatError when the file is invalid */
export function readByorJson(files: Files): FileRadar {
  const blips = parseFile(z.array(z.unknown()), singleFile(files))
  const form = { list: '', schema: Blip, titleOf: nameOf }
  const { read, faults } = readEach(blips, form, entryOf)
  return radarOf(read, faults)
}

/** Writes CSV; `toCsv` escapes cells that begin like formulas. */
export function writeByorCsv(outline: Outline): Files {
  return new Map([['', toCsv(COLUMNS, blipsOf(outline))]])
}

/** Writes the JSON form. */
export function writeByorJson(outline: Outline): Files {
  return new Map([['', `${JSON.stringify(blipsOf(outline), null, 2)}\n`]])
}

function blipsOf({ entries }: Outline): Record<(typeof COLUMNS)[number], string>[] {
  return entries.map(({ title, quadrant, description, positions }) => {
    const { ring, movement = 'none' } = positions.at(-1) ?? {}
    return {
      name: title,
      ring: ring?.name ?? '',
      quadrant: quadrant.name,
      isNew: movement === 'new' ? 'TRUE' : 'FALSE',
      status: STATUS[movement],
      description: toHtml(description),
    }
  })
}

function entryOf(
  { name, quadrant, ring, description, ...blip }: Blip,
  location: string,
): FileEntry {
  return {
    location,
    title: name,
    quadrant,
    // An empty cell is a missing value.
    description: fromHtml(description ?? '') || undefined,
    positions: [{ ring, movement: movementOf(blip) }],
  }
}

function movementOf({ isNew, status = '' }: Pick<Blip, 'isNew' | 'status'>): Movement | undefined {
  const movement = MOVEMENTS.get(foldName(status)) as Movement | undefined
  if (movement) return movement
  if (isNew === undefined || isNew === '') return undefined
  return foldName(String(isNew)) === 'true' ? 'new' : 'none'
}

const INNERMOST_FIRST = ['adopt', 'trial', 'assess', 'hold']

/** Well-known rings are sorted innermost first, others stay in the order of their first entries. */
function radarOf(entries: FileEntry[], faults: FileFault[]): FileRadar {
  const rings = mentioned(entries.map(({ positions: [present] }) => String(present?.ring)))
  const rank = ({ name }: { name: string }) => INNERMOST_FIRST.indexOf(foldName(name))
  const isUsual = rings.every((ring) => rank(ring) >= 0)
  return {
    quadrants: mentioned(entries.map(({ quadrant }) => String(quadrant))),
    rings: isUsual ? rings.toSorted((a, b) => rank(a) - rank(b)) : rings,
    isDefined: false,
    hasTimelines: false,
    entries,
    faults,
  }
}

interface Row {
  row: Record<string, string>
  location: string
}

function rowsOf(text: string): Row[] {
  const [head = ''] = text.split('\n', 1)
  const delimiter = !head.includes(',') && head.includes(';') ? ';' : ','
  if (text.trim() === '') columnsOf([])
  let line = 1
  let emptyLines = 0
  try {
    return parse(text, {
      bom: true,
      delimiter,
      // Trims unquoted cells only: `toCsv` quotes cells with outer spaces.
      trim: true,
      columns: columnsOf,
      skip_empty_lines: true,
      info: true,
      on_record: (read: {
        record: Record<string, string>
        info: { lines: number; empty_lines: number }
      }) => {
        const { lines, empty_lines: skipped } = read.info
        const location = `line ${line + 1 + skipped - emptyLines}`
        line = lines
        emptyLines = skipped
        const cells = Object.entries(read.record).map(([name, cell]) => [name, readCell(cell)])
        return { row: Object.fromEntries(cells) as Record<string, string>, location }
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      throw new FormatError(`after line ${line}: a quotation mark is not closed`)
    }
    const at = typeof error['lines'] === 'number' ? error['lines'] : line
    throw new FormatError(`line ${at}: ${CSV_FAULTS[error.code] ?? 'is not CSV'}`)
  }
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'has more or fewer cells than the first line',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark within a cell is not doubled',
  INVALID_OPENING_QUOTE: 'an unquoted cell has a quotation mark',
}

/** Normalises the case of the known column names. */
function columnsOf(head: readonly string[]): string[] {
  const names = head.map(
    (name) => COLUMNS.find((column) => foldName(column) === foldName(name)) ?? name,
  )
  const missing = REQUIRED.filter((column) => !names.includes(column))
  if (missing.length > 0) throw new FormatError(`line 1: missing columns: ${missing.join(', ')}`)
  return names
}

function nameOf(value: unknown): unknown {
  return (value as { name?: unknown } | null)?.name
}
