import { isUtf8 } from 'node:buffer'
import { isRecord } from '@landscape/contracts/json'
import type { Finding } from './finding.ts'

/** Maximum size of a request: bytes of a document or record, number of values and nesting depth. */
const REQUEST = { document: 10 * 1024 * 1024, record: 512 * 1024, values: 250_000, depth: 500 }
const TOO_LARGE = 'kept and returned, but clients cannot send it back'

/** Bytes and numbers that clients receive in a different form than they are stored. */
export function alteredValues(body: Buffer): Finding[] {
  const bytes: Finding[] = isUtf8(body)
    ? []
    : [
        {
          path: [],
          what: 'has bytes that are not UTF-8',
          outcome: 'read as U+FFFD, which the next change stores',
        },
      ]
  return [...bytes, ...inexactNumbers(body.toString('utf8').replace(/^\uFEFF/, ''))]
}

/** Marks a number that JSON.parse does not represent exactly. */
const INEXACT = Symbol('inexact number')

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

function inexactNumbers(text: string): Finding[] {
  const mark: Reviver = (_key, value, { source = '' }) =>
    typeof value === 'number' && !isExact(value, source) ? INEXACT : value
  // The types lack the third argument, in which Node passes the source of a value.
  const marked: unknown = JSON.parse(text, mark as Parameters<typeof JSON.parse>[1])
  return pathsOf(marked).map((path) => ({
    path,
    what: 'is a number outside the exact range',
    outcome: 'returned as JSON.parse reads it (null when too large), which the next change stores',
  }))
}

/** Whether a parsed number has the value of its source; its notation may differ. */
function isExact(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false
  return !/^-?\d{16,}$/.test(source) || BigInt(value) === BigInt(source)
}

function pathsOf(value: unknown, path: readonly PropertyKey[] = []): (readonly PropertyKey[])[] {
  if (value === INEXACT) return [path]
  return partsOf(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))
}

function partsOf(value: unknown): (readonly [PropertyKey, unknown])[] {
  if (Array.isArray(value)) return value.map((part: unknown, i) => [i, part] as const)
  return isRecord(value) ? Object.entries(value) : []
}

/** A part of a document that clients send back in one request, with the maximum size of the body. */
type SentBack = readonly [path: readonly PropertyKey[], body: unknown, maxBytes: number]

/** The requests that edit each document or its records; other documents are not edited by requests. */
const SENT_BACK: Readonly<Record<string, (document: unknown) => SentBack[]>> = {
  radar: (radar) => [[[], radar, REQUEST.document]],
  banners: (banners) => [
    [[], banners, REQUEST.document],
    ...recordsIn(banners, 'messages', (banner, index) => ({ index, banner })),
  ],
  arrayData: (items) => [[[], { allCategories: true, items }, REQUEST.document]],
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
 * Documents and records that are too large for a request, so that clients cannot edit them.
 *
 * @param name of the document
 */
export function oversizedParts(name: string, document: unknown): Finding[] {
  return SENT_BACK[name]?.(document).flatMap(tooLarge) ?? []
}

function tooLarge([path, body, maxBytes]: SentBack): Finding[] {
  const size = sizeOf(body)
  return [
    ...(Buffer.byteLength(JSON.stringify(body)) > maxBytes ? [`${maxBytes} bytes`] : []),
    ...(size.values > REQUEST.values ? [`${REQUEST.values} values`] : []),
    ...(size.depth > REQUEST.depth ? [`${REQUEST.depth} levels`] : []),
  ].map((what) => ({ path, what: `needs a request of more than ${what}`, outcome: TOO_LARGE }))
}

/** Number of nested values, counted like the values of a request, and the nesting depth. */
function sizeOf(value: unknown): { values: number; depth: number } {
  const parts = partsOf(value).map(([, part]) => sizeOf(part))
  // An empty array or object counts as if it had one member.
  const own = isContainer(value) && parts.length === 0 ? 2 : 1
  return {
    values: parts.reduce((sum, { values }) => sum + values, own),
    depth: parts.reduce((max, { depth }) => Math.max(max, depth), 0) + (isContainer(value) ? 1 : 0),
  }
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
