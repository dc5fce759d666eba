import { asRecord, isRecord } from '@landscape/contracts/json'
import { hash } from 'node:crypto'
import { jsonSize } from '../json/json-bytes.ts'
import type { Meta } from '../objects/port.ts'
import { describe } from './describe.ts'
import type { Step } from './diff.ts'

/** An edit by one caller. */
export interface Edit {
  /** `null` when unknown. */
  actor: { email: string } | null
  action: string
  requestId: string | undefined
  undoes?: string | undefined
  removal?: Removal | undefined
  steps: readonly Step[]
  /** The document before and after the edit. */
  before: unknown
  after: unknown
}

/** One acknowledged edit by one caller. */
export interface Change {
  /** `<document>-<record>-<number in the record>`. */
  id: string
  /** ISO 8601 in UTC with milliseconds. */
  at: string
  /** `null` when another program replaced the document. */
  actor: { email: string } | null
  action: string
  requestId: string | null
  /** The altered subjects: an entry's id, a project's name, a list's category, a banner's message. */
  subjects: string[]
  /** Other names of the subjects: titles, ids of banners. */
  names: string[]
  /** Present when `subjects` and `names` are cut, or lack names that the paths of the steps contain. */
  isPartlyNamed?: true
  summary: string
  steps: readonly Step[]
  /** Id of the change that this one undoes. */
  undoes: string | null
  /** The removed elements, when they are many. */
  removal?: Removal
}

/** The number of elements of one kind that a change removed. */
export interface Removal {
  /** The kind, in the plural. */
  of: string
  count: number
  /** The number of elements before the change. */
  total: number
}

/**
 * The changes of one version of a document. It is stored before the version, whose metadata name it. A
 * record that no version names belongs to a version that was not stored, or that was replaced by hand.
 */
export interface VersionRecord {
  format: 1
  document: string
  /** Its number and a random suffix. */
  slot: string
  /** 1 for the first record of the document. */
  number: number
  at: string
  /** The record of the previous version; `null` for the first. */
  previous: { slot: string } | null
  /** Digest of the document before the changes; `null` when it did not exist. */
  from: string | null
  /** Digest of the document after the changes. */
  leadsTo: string
  changes: Change[]
}

/** Reference to the record of a version, in its metadata. */
export interface Head {
  number: number
  slot: string
  leadsTo: string
  /** Milliseconds since the epoch. */
  at: number
}

/** SHA-256 hash of the text of a version, base64url. */
export function digest(text: string | Buffer): string {
  return hash('sha256', text, 'base64url')
}

/** The slot of a record; `000000000` is the beginning of a history. */
export function slotOf(number: number, suffix?: string): string {
  const padded = String(number).padStart(9, '0')
  return suffix === undefined ? padded : `${padded}-${suffix}`
}

/** The number of the record in a slot. */
export function numberOf(slot: string): number {
  return Number.parseInt(slot, 10)
}

/** Whether a stored value has the members of a record that reading relies on. */
export function isVersionRecord(value: unknown): value is VersionRecord {
  if (!isRecord(value)) return false
  const { number, at, previous, leadsTo, changes } = value
  return (
    Number.isSafeInteger(number) &&
    isInstant(at) &&
    (previous === null || typeof asRecord(previous)['slot'] === 'string') &&
    typeof leadsTo === 'string' &&
    Array.isArray(changes) &&
    changes.every(isChange)
  )
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

function isChange(value: unknown): value is Change {
  const { id, at, subjects, names, summary, steps, removal } = asRecord(value)
  return (
    typeof id === 'string' &&
    isInstant(at) &&
    areStrings(subjects) &&
    areStrings(names) &&
    typeof summary === 'string' &&
    Array.isArray(steps) &&
    steps.every(isStep) &&
    (removal === undefined || isRemoval(removal))
  )
}

function isStep(value: unknown): value is Step {
  const { path, at, order = [] } = asRecord(value)
  return typeof path === 'string' && Array.isArray(at) && Array.isArray(order)
}

function isRemoval(value: unknown): value is Removal {
  const { of, count, total } = asRecord(value)
  return typeof of === 'string' && Number.isSafeInteger(count) && Number.isSafeInteger(total)
}

function areStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

/** The reference to a record. */
export function headAt({ slot, number, leadsTo, at }: VersionRecord): Head {
  return { number, slot, leadsTo, at: Date.parse(at) }
}

/** The head in the metadata of a version; `undefined` when it is missing or malformed. */
export function headIn(meta: Meta | undefined): Head | undefined {
  const [number, slot = '', leadsTo = '', at, ...more] = meta?.['history']?.split(' ') ?? []
  const head = { number: Number(number), slot, leadsTo, at: Number(at) }
  const isNumbered =
    head.number > 0 && head.number === numberOf(slot) && Number.isSafeInteger(head.at)
  return isNumbered && leadsTo !== '' && more.length === 0 ? head : undefined
}

/** Metadata with a head; at most 100 characters. */
export function withHead({ number, slot, leadsTo, at }: Head): Meta {
  return { history: `${number} ${slot} ${leadsTo} ${at}` }
}

/** The change that records an edit. */
export function changeOf(edit: Edit, { id, at }: Pick<Change, 'id' | 'at'>): Change {
  const { actor, action, requestId, undoes, removal, steps, before, after } = edit
  return {
    id,
    at,
    actor,
    action,
    requestId: requestId ?? null,
    ...withBoundedNames(describe(steps, { before, after }), steps),
    steps,
    undoes: undoes ?? null,
    ...(removal && { removal }),
  }
}

/** Maximum size of the names in the record of a change (bytes), besides 25 % of the size of its steps. */
const MAX_NAMES_SIZE = 2 ** 14
/** Maximum length of a name that is cut. */
const MAX_NAME_LENGTH = 200

type Names = Pick<Change, 'subjects' | 'summary' | 'isPartlyNamed'> & { names: string[] }

/** Cuts names, and leaves some out, so that they do not take more space than the steps. */
function withBoundedNames(described: Names, steps: readonly Step[]): Names {
  const { subjects, names } = described
  const size = jsonSize([subjects, names])
  if (size <= MAX_NAMES_SIZE) return described
  let left = MAX_NAMES_SIZE + jsonSize(steps) / 4
  if (size <= left) return described
  const fits = (name: string) => {
    left -= jsonSize(name) + 1
    return left >= 0
  }
  const bounded = (all: readonly string[]) =>
    all.map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed()).filter(fits)
  return { ...described, subjects: bounded(subjects), names: bounded(names), isPartlyNamed: true }
}
