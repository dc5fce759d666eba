import { DOCUMENTS, HISTORIES } from '@landscape/contracts'
import { createDocument, type StoredDocument } from '@landscape/documents'
import {
  describe,
  diff,
  headOf,
  openArchive,
  verifyHistory,
  type Step,
  type Verdict,
  type Version,
} from '@landscape/history'
import { parseJson, type GetResult, type ObjectStore } from '@landscape/object-store'

/** The documents whose history is kept, by the names that clients know them by. */
export const HISTORY_NAMES = Object.keys(HISTORIES) as (keyof typeof HISTORIES)[]

type HistoryName = (typeof HISTORY_NAMES)[number]

/** A mistake in what was asked for; its message is for the person at the terminal. */
export class NothingToRestore extends Error {}

/** How many subjects a preview names, and how many records a verdict. */
const MAX_SHOWN = 20
const MAX_NAMED = 5

/** What came of walking the history of one document. */
export interface NamedVerdict {
  name: HistoryName
  verdict: Verdict
  /** Whether the document itself is there. */
  isThere: boolean
}

/** Walks the history of every document. */
export async function verdictsOf(store: ObjectStore): Promise<NamedVerdict[]> {
  const found: NamedVerdict[] = []
  for (const name of HISTORY_NAMES) {
    const { ref } = DOCUMENTS[HISTORIES[name]]
    const archive = openArchive(store, ref.bucket, name)
    const version = versionIn(await store.get(ref))
    const verdict = await verifyHistory(archive, await headOf(archive, version))
    found.push({ name, verdict, isThere: version.value !== undefined })
  }
  return found
}

/**
 * The same for people.
 *
 * @returns a line for each, and whether all records are what was stored
 */
export async function verifyAll(
  store: ObjectStore,
): Promise<{ lines: string[]; isSound: boolean }> {
  const verdicts = await verdictsOf(store)
  return {
    lines: verdicts.map(({ name, verdict }) => `${name}: ${textOf(verdict)}`),
    isSound: verdicts.every(({ verdict }) => verdict.fault === undefined),
  }
}

function textOf(verdict: Verdict): string {
  if (verdict.fault !== undefined) return verdict.fault
  const { records, beside = [] } = verdict
  const others = beside.length === 0 ? '' : `; no version names ${shortList(beside)}`
  return `ok, ${countOf(records, 'record')}${others}`
}

function shortList(slots: readonly string[]): string {
  const more = slots.length - MAX_NAMED
  return slots.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** A document as it is stored, also one that nobody can read any more: its metadata may still tell. */
export function versionIn(got: GetResult): Version {
  if (got.kind !== 'found') return { value: undefined }
  const { meta, body } = got
  try {
    return { meta, value: parseJson(body) }
  } catch {
    return { meta, value: body.toString() }
  }
}

export interface RestoreOptions {
  name: HistoryName
  instant: Date
  /** E-mail of who restores it, for the history. */
  by: string
  /** Otherwise nothing is stored. */
  isMeant: boolean
}

/**
 * Stores a document as it was at an instant: one change, recorded like any other, which can be undone.
 *
 * @returns what it changes, in lines
 * @throws NothingToRestore when the history began later, or nothing has changed since
 */
export async function restore(
  store: ObjectStore,
  { name, instant, by, isMeant }: RestoreOptions,
): Promise<string[]> {
  const document = openDocument(store, name)
  const before = await document.read()
  const then = await (await document.past()).stateAt(instant.getTime())
  if (!then)
    throw new NothingToRestore(`The history of ${name} began after ${instant.toISOString()}`)
  const steps = diff(before?.value, then.value)
  if (steps.length === 0) {
    throw new NothingToRestore(`${name} is what it was at ${instant.toISOString()}`)
  }
  const { subjects } = describe(steps, { before: before?.value, after: then.value })
  const lines = previewOf(steps, subjects)
  if (!isMeant) return [...lines, 'Nothing was stored. --yes restores it.']
  await document.change(() => ({ next: then.value, result: undefined }), {
    by: { actor: 'operator', email: by, action: `restore ${name} of ${instant.toISOString()}` },
  })
  return [...lines, `Restored ${name} as it was at ${instant.toISOString()}`]
}

/** A document whose history is kept, to be changed by an operator. */
export function openDocument(store: ObjectStore, name: HistoryName): StoredDocument<unknown> {
  const { ref, schema } = DOCUMENTS[HISTORIES[name]]
  return createDocument<unknown>(store, ref, schema, { history: name })
}

function previewOf(steps: readonly Step[], subjects: readonly string[]): string[] {
  const more = subjects.length - MAX_SHOWN
  return [
    `${countOf(steps.length, 'place')} would change, of ${countOf(subjects.length, 'subject')}:`,
    ...subjects.slice(0, MAX_SHOWN).map((subject) => `  ${subject}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
