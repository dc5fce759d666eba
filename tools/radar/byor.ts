import { toCsv } from '@landscape/http/responses/csv'
import { z } from 'zod'
import { readRows, type CsvRow } from './csv-rows.ts'
import {
  foldName,
  foldPartName,
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
import { notImported } from './not-imported.ts'
import type { Outline } from './outline.ts'
import { orderRings } from './ring-order.ts'

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
const MOVEMENTS = new Map(
  Object.entries(STATUS).map(([movement, status]) => [status, movement as Movement]),
)
const BOOLEANS: ReadonlySet<string> = new Set(['', 'true', 'false'])

/**
 * Reads the spreadsheet of Thoughtworks' Build Your Own Radar as CSV.
 *
 * @throws FormatError with the missing columns
 */
export function readByorCsv(files: Files): FileRadar {
  const [head, ...rows] = readRows(singleFile(files))
  const columns = columnsOf(head?.cells ?? [])
  const faults: FileFault[] = []
  const entries = rows.flatMap((row) => {
    const cells = Object.fromEntries(columns.map((column, i) => [column, row.cells[i] ?? '']))
    const { data, error } = Blip.safeParse(cells)
    const detail = row.fault ?? superfluousCells(row, columns)
    if (data && detail === undefined) return [entryOf(data, row.location)]
    faults.push({
      location: row.location,
      title: cells['name'],
      detail: detail ?? (error ? messageOf(error, cells, 'it') : ''),
    })
    return []
  })
  return radarOf(entries, faults, notImported('Columns', unusedColumns(columns, rows)))
}

/** Reads the JSON form, an array of objects. @throws FormatError when the file is invalid */
export function readByorJson(files: Files): FileRadar {
  const blips = parseFile(z.array(z.unknown()), singleFile(files))
  const form = { list: '', schema: Blip, titleOf: nameOf }
  const { read, faults, unused } = readEach(blips, form, entryOf)
  return radarOf(read, faults, notImported('Members', unused))
}

/** Writes CSV; `toCsv` escapes cells that begin like formulas. */
export function writeByorCsv(outline: Outline): string {
  return toCsv(COLUMNS, blipsOf(outline))
}

/** Writes the JSON form. */
export function writeByorJson(outline: Outline): string {
  return `${JSON.stringify(blipsOf(outline), null, 2)}\n`
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
    ...noteOn(blip),
  }
}

function movementOf({ isNew, status = '' }: Pick<Blip, 'isNew' | 'status'>): Movement | undefined {
  const movement = MOVEMENTS.get(foldPartName(status))
  if (movement) return movement
  if (isNew === undefined || isNew === '') return undefined
  return foldName(String(isNew)) === 'true' ? 'new' : 'none'
}

/** A value that has no meaning in the format. */
function noteOn({ isNew = '', status = '' }: Pick<Blip, 'isNew' | 'status'>) {
  if (status.trim() !== '' && !MOVEMENTS.has(foldPartName(status)))
    return { note: `the status "${status}" is not imported` }
  if (!BOOLEANS.has(foldName(String(isNew))))
    return { note: `isNew "${isNew}" is neither TRUE nor FALSE` }
  return undefined
}

function radarOf(entries: FileEntry[], faults: FileFault[], notes: string[]): FileRadar {
  const names = entries.map(({ positions: [present] }) => String(present?.ring))
  const { rings, isGuessed } = orderRings(names)
  return {
    quadrants: mentioned(entries.map(({ quadrant }) => String(quadrant))),
    rings,
    isDefined: false,
    isRingOrderGuessed: isGuessed,
    hasTimelines: false,
    entries,
    faults,
    notes,
  }
}

/** The fault of a row with values after its last column, which may belong to other columns. */
function superfluousCells({ cells }: CsvRow, columns: readonly string[]): string | undefined {
  if (cells.slice(columns.length).every((cell) => cell === '')) return undefined
  return `has ${cells.length} cells, the first line has ${columns.length}`
}

/** Names or numbers of the unknown columns that are not empty. */
function unusedColumns(columns: readonly string[], rows: readonly CsvRow[]): string[] {
  const known: readonly string[] = COLUMNS
  return columns.flatMap((column, i) => {
    const isUsed = known.includes(column) || rows.every(({ cells }) => (cells[i] ?? '') === '')
    return isUsed ? [] : [column === '' ? String(i + 1) : column]
  })
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
