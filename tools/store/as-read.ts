import { isUtf8 } from 'node:buffer'
import { isRecord } from '@landscape/contracts'
import type { Oddity } from './told.ts'

/** What a request may be at most; a document and the record of a project are sent back as wholes. */
const REQUEST = { document: 10 * 1024 * 1024, record: 512 * 1024, values: 250_000, depth: 500 }
const TOO_LARGE = 'kept and returned, but clients cannot send it back'

/** What of a stored text is not told to clients as it is stored. */
export function unkept(body: Buffer): Oddity[] {
  const bytes: Oddity[] = isUtf8(body)
    ? []
    : [
        {
          path: [],
          what: 'has bytes that are not UTF-8',
          outcome: 'read as U+FFFD, which the next change stores',
        },
      ]
  return [...bytes, ...unkeptNumbers(body.toString('utf8').replace(/^\uFEFF/, ''))]
}

/** Stands where a number is that becomes another one. */
const UNKEPT = Symbol('a number that is not kept')

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

function unkeptNumbers(text: string): Oddity[] {
  const mark: Reviver = (_key, value, { source = '' }) =>
    typeof value === 'number' && !isKept(value, source) ? UNKEPT : value
  // The types do not know that Node tells a reviver the source of a value.
  const marked: unknown = JSON.parse(text, mark as Parameters<typeof JSON.parse>[1])
  return placesOf(marked).map((path) => ({
    path,
    what: 'is a number outside the exact range',
    outcome: 'returned as JSON.parse reads it (null when too large), which the next change stores',
  }))
}

/** Whether a number is printed as it was written, but for the way it is spelt. */
function isKept(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false
  return !/^-?\d{16,}$/.test(source) || BigInt(value) === BigInt(source)
}

function placesOf(value: unknown, path: readonly PropertyKey[] = []): (readonly PropertyKey[])[] {
  if (value === UNKEPT) return [path]
  return partsOf(value).flatMap(([key, part]) => placesOf(part, [...path, key]))
}

function partsOf(value: unknown): (readonly [PropertyKey, unknown])[] {
  if (Array.isArray(value)) return value.map((part: unknown, i) => [i, part] as const)
  return isRecord(value) ? Object.entries(value) : []
}

/** What clients send back of a document: where it stands there, the body of the request, and the bytes that may have. */
type SentBack = readonly [path: readonly PropertyKey[], body: unknown, bytes: number]

/** The requests that send each document back, or its records. Nobody sends others. */
const SENT_BACK: Readonly<Record<string, (document: unknown) => SentBack[]>> = {
  radar: (radar) => [[[], radar, REQUEST.document]],
  banners: (banners) => [
    [[], banners, REQUEST.document],
    ...recordsIn(banners, 'messages', (banner, index) => ({ index, banner })),
  ],
  arrayData: (items) => [[[], { allCategories: true, items }, REQUEST.document]],
  // Nobody sends the whole registry.
  projects: (registry) => recordsIn(registry, 'projects', (project) => project),
}

function recordsIn(
  document: unknown,
  member: string,
  bodyOf: (record: unknown, index: number) => unknown,
): SentBack[] {
  const records = isRecord(document) ? document[member] : undefined
  if (!Array.isArray(records)) return []
  return records.map((record: unknown, i) => [[member, i], bodyOf(record, i), REQUEST.record])
}

/**
 * What takes a larger request than there may be, so that nobody can send it back: a document, or one of its
 * records.
 *
 * @param name of the document
 */
export function unsendable(name: string, document: unknown): Oddity[] {
  return SENT_BACK[name]?.(document).flatMap(tooLarge) ?? []
}

function tooLarge([path, body, bytes]: SentBack): Oddity[] {
  const size = sizeOf(body)
  return [
    ...(Buffer.byteLength(JSON.stringify(body)) > bytes ? [`${bytes} bytes`] : []),
    ...(size.values > REQUEST.values ? [`${REQUEST.values} values`] : []),
    ...(size.depth > REQUEST.depth ? [`${REQUEST.depth} levels`] : []),
  ].map((what) => ({ path, what: `needs a request of more than ${what}`, outcome: TOO_LARGE }))
}

/** How many values there are in a value, as requests are counted, and how deep its parts are nested. */
function sizeOf(value: unknown): { values: number; depth: number } {
  const parts = partsOf(value).map(([, part]) => sizeOf(part))
  // An empty list or object counts as if it had a member.
  const least = isList(value) && parts.length === 0 ? 2 : 1
  return {
    values: parts.reduce((sum, { values }) => sum + values, least),
    depth: parts.reduce((most, { depth }) => Math.max(most, depth), 0) + (isList(value) ? 1 : 0),
  }
}

function isList(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
