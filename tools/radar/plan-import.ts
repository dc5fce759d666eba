import { isDeepStrictEqual } from 'node:util'
import type { JsonRecord, RadarDocument } from '@landscape/contracts'
import {
  identified,
  type IdentifiedEntry,
  type Submission,
} from '../../services/admin-review/src/radar/submission.ts'
import { added, FIELDS, updated } from './entry-after.ts'
import { FormatError, type FileEntry, type FileRadar } from './file-radar.ts'
import { matchParts, type MatchedParts } from './match-parts.ts'
import { pairEntries } from './pair-entries.ts'
import type { Placed } from './timeline.ts'

/** What becomes of one entry. */
export interface EntryReport {
  kind: 'added' | 'moved' | 'changed' | 'unchanged' | 'removed' | 'refused'
  title: string
  detail: string
  /** Where it stands in the file. */
  place?: string | undefined
}

export interface ImportOptions {
  /** Whether what the file does not have is removed. */
  replace: boolean
  /** Of the radar, when the file tells none. */
  title?: string | undefined
  /** Date of positions that have none. */
  date: string
}

/** What an import would do. */
export interface Plan {
  /** What there is to save: with a structure the whole radar, else the entries that change. */
  submission: Submission
  reports: EntryReport[]
  /** Places in the file of the submitted entries. */
  places: string[]
}

const DEFAULT_TITLE = 'Technology Radar'

/**
 * What the radar becomes by a file: its entries are known by their id, else by their title and quadrant; those that the
 * radar has as well are brought up to date and keep what the file does not tell, the others are added.
 *
 * @throws FormatError when nobody says which quadrants and rings there are
 */
export function planImport(
  radar: RadarDocument | undefined,
  file: FileRadar,
  options: ImportOptions,
): Plan {
  const isWhole = options.replace || !radar
  const matching = { isDefined: file.isDefined, replaces: isWhole }
  const quadrants = matchParts(file.quadrants, radar?.quadrants ?? [], matching)
  const rings = matchParts(file.rings, radar?.rings ?? [], matching)
  if (quadrants.parts.length === 0 || rings.parts.length === 0) {
    throw new FormatError(
      'The file does not say which quadrants and rings there are, and there is no radar that does. Name them in the file: "quadrants": [{ "name": … }], "rings": [{ "name": … }]',
    )
  }
  const stored = identified(radar?.entries ?? [])
  const quadrantOf = ({ quadrant }: FileEntry) => quadrants.find(quadrant)?.id
  const pairs = pairEntries(file.entries, stored, quadrantOf)
  const taken = new Set(stored.map(({ id }) => id))
  const seen = new Set<string>()
  const reports: EntryReport[] = file.faults.map(({ title, ...fault }) => ({
    kind: 'refused',
    title: title ?? '',
    ...fault,
  }))
  const next: { entry: JsonRecord; isChanged: boolean; place: string }[] = []
  for (const told of file.entries) {
    const placed = placeOf(told, quadrants, rings)
    const name = told.id ?? JSON.stringify([told.title, placed.quadrant?.id])
    const same = told.id === undefined ? 'name and quadrant' : 'id'
    const refusal = seen.has(name) ? `an entry before it has the same ${same}` : placed.refusal
    seen.add(name)
    if (!placed.quadrant || refusal !== undefined) {
      reports.push({ kind: 'refused', title: told.title, detail: refusal ?? '', place: told.place })
      continue
    }
    const known = pairs.get(told)
    const context = { rings: rings.parts, date: options.date, hasPast: file.hasPast }
    const where = { ...placed, quadrant: placed.quadrant.id }
    const entry = known
      ? updated(known, told, where, context)
      : added(told, where, { ...context, taken })
    const report = reportOf(told, known, entry, { quadrants, rings })
    reports.push(report)
    next.push({ entry, isChanged: report.kind !== 'unchanged', place: told.place })
  }
  if (isWhole) reports.push(...removals(radar, new Set(pairs.values())))
  const entries = next.filter(({ isChanged }) => isWhole || isChanged)
  const structure = isWhole && {
    title: file.title ?? options.title ?? radar?.title ?? DEFAULT_TITLE,
    quadrants: quadrants.parts,
    rings: rings.parts,
  }
  return {
    submission: {
      ...(structure && { structure }),
      entries: entries.map(({ entry }) => entry),
    },
    reports,
    places: entries.map(({ place }) => place),
  }
}

function placeOf(
  { quadrant: ref, positions }: FileEntry,
  quadrants: MatchedParts,
  rings: MatchedParts,
) {
  const quadrant = quadrants.find(ref)
  const placed: Placed[] = []
  let refusal = quadrant ? undefined : noPart(ref, 'quadrant', quadrants)
  for (const { ring: ringRef, ...position } of positions) {
    const ring = rings.find(ringRef)
    if (ring) placed.push({ ...position, ring })
    else refusal ??= noPart(ringRef, 'ring', rings)
  }
  return { quadrant, placed, refusal }
}

function noPart(ref: string | number, kind: string, { parts }: MatchedParts): string {
  const names = parts.map(({ name }) => name).join(', ')
  return `${JSON.stringify(ref)} is no ${kind} of this radar; ${kind}s are ${names}`
}

function reportOf(
  { title, place, note }: FileEntry,
  before: IdentifiedEntry | undefined,
  after: JsonRecord,
  { quadrants, rings }: { quadrants: MatchedParts; rings: MatchedParts },
): EntryReport {
  const nameOf = ({ parts }: MatchedParts, id: unknown) =>
    parts.find((part) => part.id === id)?.name ?? String(id)
  const ring = nameOf(rings, presentRing(after))
  const report = (kind: EntryReport['kind'], ...details: readonly (string | undefined)[]) => ({
    kind,
    title,
    place,
    detail: [...details, note].filter((detail) => detail).join('; '),
  })
  if (!before) return report('added', `${ring}, ${nameOf(quadrants, after['quadrant'])}`)
  const fields = [...FIELDS, 'quadrant', 'timeline'].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
  const others = fields.filter((field) => field !== 'timeline').join(', ')
  if (presentRing(before) !== presentRing(after)) {
    return report('moved', `${nameOf(rings, presentRing(before))} → ${ring}`, others)
  }
  return fields.length > 0 ? report('changed', fields.join(', ')) : report('unchanged')
}

function presentRing({ timeline }: JsonRecord): unknown {
  return (Array.isArray(timeline) ? (timeline.at(-1) as JsonRecord | undefined) : undefined)?.[
    'ringId'
  ]
}

/** Of all that is stored, odd elements too. */
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
