import { isDeepStrictEqual } from 'node:util'
import type { Directorates } from '@landscape/contracts/directorates'
import type { JsonRecord } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { knownRole } from '@landscape/contracts/ring-roles'
import {
  identified,
  type IdentifiedEntry,
  type Submission,
} from '@landscape/admin-review/radar/submission'
import { FIELDS, newEntry, updatedEntry } from './merge-entry.ts'
import { foldPartName, type FileEntry, type FileFault, type FileRadar } from './file-radar.ts'
import { matchParts, type MatchedParts, type Part } from './match-parts.ts'
import { pairEntries } from './pair-entries.ts'
import { ENTRIES_REJECTED, ImportRejected, type EntryReport } from './report.ts'
import { presentPosition, type RingPosition } from './timeline.ts'

export interface ImportOptions {
  /** Removes entries that are not in the file. */
  replace: boolean
  /** Title of the radar when the file has none. */
  title?: string | undefined
  /** Date of positions without a date. */
  date: string
  directorates: Directorates
  /** Milliseconds since the epoch: later positions are plans. */
  now: number
}

/** The changes of an import. */
export interface Plan {
  /** The entire radar if it has a structure, otherwise the changed entries. */
  submission: Submission
  reports: EntryReport[]
  /** Messages about the file. */
  notes: string[]
  /** Lines or paths of the submitted entries in the file. */
  locations: string[]
}

const DEFAULT_TITLE = 'Technology Radar'

/**
 * Matches the entries of a file with those of the radar by id, otherwise by title and quadrant. Matching
 * entries keep values that the file does not contain; other entries are added.
 *
 * @throws ImportRejected when neither the file nor the radar defines quadrants and rings
 */
export function planImport(
  radar: RadarDocument | undefined,
  file: FileRadar,
  options: ImportOptions,
): Plan {
  const isComplete = options.replace || !radar
  const matching = { isDefined: file.isDefined, replaces: isComplete }
  const quadrants = matchParts(file.quadrants, radar?.quadrants ?? [], matching)
  const rings = matchParts(file.rings, radar?.rings ?? [], matching)
  if (quadrants.parts.length === 0 || rings.parts.length === 0)
    throw unnamed(file, { quadrants, rings })
  const { planned, reports, matched } = planEntries(radar, file, {
    quadrants,
    rings,
    date: options.date,
    directorates: options.directorates,
    now: options.now,
  })
  if (isComplete) reports.push(...removals(radar, new Set(matched)))
  const entries = planned.filter(({ isChanged }) => isComplete || isChanged)
  const structure = isComplete && {
    title: file.title ?? options.title ?? radar?.title ?? DEFAULT_TITLE,
    quadrants: quadrants.parts,
    rings: rings.areOfFile ? rings.parts.map(withRole) : rings.parts,
  }
  return {
    submission: {
      ...(structure && { structure }),
      entries: entries.map(({ entry }) => entry),
    },
    reports,
    notes: [...file.notes, ...assumedOrder(file, rings)],
    locations: entries.map(({ location }) => location),
  }
}

/** A ring with its role, when the name is known and no role is stored. */
function withRole(ring: Part): Part {
  const role = knownRole(foldPartName(ring.name))
  return role === undefined || ring['role'] !== undefined ? ring : { ...ring, role }
}

/** The rejection of a file without quadrants or rings. They may be missing because its entries are invalid. */
function unnamed(
  { entries, faults, naming, notes }: FileRadar,
  parts: Readonly<Record<string, MatchedParts>>,
): ImportRejected {
  const reports = faults.map(rejectionOf)
  if (entries.length === 0 && faults.length > 0) {
    return new ImportRejected({ reports, notes }, ENTRIES_REJECTED)
  }
  const missing = Object.keys(parts).filter((kind) => parts[kind]?.parts.length === 0)
  const message = `The file defines no ${missing.join(' and no ')}, and no radar is stored.`
  const advice = naming === undefined ? '' : ` Name them in the file: ${naming}`
  return new ImportRejected({ reports, notes }, `${message}${advice}`)
}

function rejectionOf({ title, ...fault }: FileFault): EntryReport {
  return { kind: 'rejected', title: title ?? '', ...fault }
}

function assumedOrder({ isRingOrderGuessed = false }: FileRadar, rings: MatchedParts): string[] {
  if (!isRingOrderGuessed || !rings.areOfFile) return []
  return [
    `Assumed order of rings, innermost first: ${rings.parts.map(({ name }) => name).join(', ')}`,
  ]
}

interface PlannedEntry {
  entry: JsonRecord
  isChanged: boolean
  location: string
}

/** Plans each entry of the file, with a report on it, and returns the stored entries that match one. */
function planEntries(
  radar: RadarDocument | undefined,
  file: FileRadar,
  {
    quadrants,
    rings,
    date,
    directorates,
    now,
  }: { quadrants: MatchedParts; rings: MatchedParts } & Pick<
    ImportOptions,
    'date' | 'directorates' | 'now'
  >,
) {
  const stored = identified(radar?.entries ?? [])
  const quadrantOf = ({ quadrant }: FileEntry) => quadrants.find(quadrant)?.id
  const pairs = pairEntries(file.entries, stored, quadrantOf)
  const taken = new Set(stored.map(({ id }) => id))
  const seen = new Set<string>()
  const reports = file.faults.map(rejectionOf)
  const planned: PlannedEntry[] = []
  for (const fileEntry of file.entries) {
    const resolved = resolve(fileEntry, quadrants, rings)
    const name = fileEntry.id ?? JSON.stringify([fileEntry.title, resolved.quadrant?.id])
    const same = fileEntry.id === undefined ? 'name and quadrant' : 'id'
    const rejection = seen.has(name) ? `an earlier entry has the same ${same}` : resolved.rejection
    seen.add(name)
    if (!resolved.quadrant || rejection !== undefined) {
      reports.push({
        kind: 'rejected',
        title: fileEntry.title,
        detail: rejection ?? '',
        location: fileEntry.location,
      })
      continue
    }
    const known = pairs.get(fileEntry)
    const context = { rings: rings.parts, date, hasTimelines: file.hasTimelines }
    const where = { ...resolved, quadrant: resolved.quadrant.id }
    const entry = known
      ? updatedEntry(known, fileEntry, where, { ...context, directorates, now })
      : newEntry(fileEntry, where, { ...context, taken })
    const report = reportOf(fileEntry, known, entry, { quadrants, rings, directorates, now })
    reports.push(report)
    planned.push({ entry, isChanged: report.kind !== 'unchanged', location: fileEntry.location })
  }
  return { planned, reports, matched: [...pairs.values()] }
}

function resolve(
  { quadrant: ref, positions }: FileEntry,
  quadrants: MatchedParts,
  rings: MatchedParts,
) {
  const quadrant = quadrants.find(ref)
  const placed: RingPosition[] = []
  let rejection = quadrant ? undefined : noPart(ref, 'quadrant', quadrants)
  for (const { ring: ringRef, ...position } of positions) {
    const ring = rings.find(ringRef)
    if (ring) placed.push({ ...position, ring })
    else rejection ??= noPart(ringRef, 'ring', rings)
  }
  return { quadrant, placed, rejection }
}

function noPart(ref: string | number, kind: string, { parts }: MatchedParts): string {
  const names = parts.map(({ name }) => name).join(', ')
  return `${JSON.stringify(ref)} is not a ${kind} of this radar; ${kind}s are ${names}`
}

function reportOf(
  { title, location, note }: FileEntry,
  before: IdentifiedEntry | undefined,
  after: JsonRecord,
  {
    quadrants,
    rings,
    ...reference
  }: { quadrants: MatchedParts; rings: MatchedParts } & Pick<ImportOptions, 'directorates' | 'now'>,
): EntryReport {
  const nameOf = ({ parts }: MatchedParts, id: unknown) =>
    parts.find((part) => part.id === id)?.name ?? String(id)
  const ringOf = ({ timeline }: JsonRecord) => presentPosition(timeline, reference)?.['ringId']
  const [from, to] = [before && ringOf(before), ringOf(after)]
  const nameOfRing = (id: unknown) => (id === undefined ? 'without a ring' : nameOf(rings, id))
  const report = (kind: EntryReport['kind'], ...details: readonly (string | undefined)[]) => ({
    kind,
    title,
    location,
    detail: [...details, note].filter((detail) => detail).join('; '),
  })
  if (!before) return report('added', `${nameOfRing(to)}, ${nameOf(quadrants, after['quadrant'])}`)
  const fields = [...FIELDS, 'quadrant', 'timeline'].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
  const others = fields.filter((field) => field !== 'timeline').join(', ')
  if (from !== to) return report('moved', `${nameOfRing(from)} → ${nameOfRing(to)}`, others)
  return fields.length > 0 ? report('changed', fields.join(', ')) : report('unchanged')
}

/** Reports on all stored elements that are removed, including invalid ones. */
function removals(radar: RadarDocument | undefined, kept: ReadonlySet<unknown>): EntryReport[] {
  const gone = radar?.entries.filter((entry) => !kept.has(entry)) ?? []
  return gone.map((entry) => {
    const { title, id } = (entry ?? {}) as JsonRecord
    return {
      kind: 'removed',
      title: typeof title === 'string' ? title : JSON.stringify(id ?? entry),
      detail: '',
    }
  })
}
