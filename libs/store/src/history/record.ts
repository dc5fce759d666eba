import { createHash } from 'node:crypto'
import { asRecord, isRecord } from '@landscape/contracts'
import type { Meta } from '../objects/port.ts'
import type { Step } from './diff.ts'

/** One acknowledged edit by one caller. */
export interface Change {
  /** `<document>-<record>-<number in the record>`. */
  id: string
  /** ISO 8601 in UTC with milliseconds. */
  at: string
  /** `null` when somebody replaced the document by other means. */
  actor: { email: string } | null
  action: string
  requestId: string | null
  /** What people call the places: an entry's id, a project's name, a list's category, a banner's text. */
  subjects: string[]
  /** What else they are called: titles, ids of banners; absent in records of earlier versions. */
  names?: string[]
  summary: string
  steps: readonly Step[]
  /** Id of the change that this one took back. */
  undoes: string | null
  /** What it removed of things of one kind, when that is much; older records never have it. */
  removal?: Removal
}

/** How many things of one kind a change removed. */
export interface Removal {
  /** What people call such things, in the plural. */
  of: string
  count: number
  /** How many there were before. */
  total: number
}

/**
 * What one version of a document is made of. It is stored before the version is, whose metadata then
 * name it: a record that nothing names belongs to an edit that never happened.
 */
export interface VersionRecord {
  format: 1
  document: string
  /** 1 for the first of the document. */
  number: number
  at: string
  /** The record of the version before; `null` for the first. */
  previous: { slot: string; hash: string } | null
  /** Digest of the text that the changes begin with; `null` when there was no document. */
  from: string | null
  /** Digest of the text that they lead to. */
  leadsTo: string
  changes: Change[]
}

/** What a version's metadata tell of its record. */
export interface Head {
  number: number
  slot: string
  hash: string
  leadsTo: string
  /** Milliseconds since the epoch. */
  at: number
}

/** Whether what lies in the store is a record, as far as reading it relies on that. */
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
  const { id, at, subjects, names = [], summary, steps, removal } = asRecord(value)
  return (
    typeof id === 'string' &&
    isInstant(at) &&
    areStrings(subjects) &&
    areStrings(names) &&
    typeof summary === 'string' &&
    Array.isArray(steps) &&
    steps.every((step) => typeof asRecord(step)['path'] === 'string' && Array.isArray(step.at)) &&
    (removal === undefined || isRemoval(removal))
  )
}

function isRemoval(value: unknown): value is Removal {
  const { of, count, total } = asRecord(value)
  return typeof of === 'string' && Number.isSafeInteger(count) && Number.isSafeInteger(total)
}

function areStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

/** Whether what lies in the store names a record. */
export function isHead(value: unknown): value is Head {
  const { number, slot, hash, leadsTo, at } = asRecord(value)
  const texts = [slot, hash, leadsTo]
  const isNumbered = Number.isSafeInteger(number) && Number.isSafeInteger(at)
  return isNumbered && texts.every((text) => typeof text === 'string' && text !== '')
}

/** Digest of a text, as records name it. */
export function digest(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** What a version's metadata have to tell of a record in a slot. */
export function headAt(
  record: VersionRecord,
  slot: string,
  text: string = JSON.stringify(record),
): Head {
  const { number, leadsTo, at } = record
  return { number, slot, hash: digest(text), leadsTo, at: Date.parse(at) }
}

/** The head that a version's metadata name; `undefined` when they do not tell, or tell nonsense. */
export function headIn(meta: Meta | undefined): Head | undefined {
  const [number, slot, hash, leadsTo, at, ...more] = meta?.['history']?.split(' ') ?? []
  const head = { number: Number(number), slot, hash, leadsTo, at: Number(at) }
  return more.length === 0 && isHead(head) ? head : undefined
}

/** Metadata that name a head; at most 140 characters. */
export function withHead({ number, slot, hash, leadsTo, at }: Head): Meta {
  return { history: `${number} ${slot} ${hash} ${leadsTo} ${at}` }
}
