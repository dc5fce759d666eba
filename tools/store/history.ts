import { DOCUMENTS, HISTORIES } from '@landscape/contracts'
import {
  createDocument,
  describe,
  diff,
  headOf,
  nameOf,
  type ObjectStore,
  openArchive,
  pastOf,
  type Step,
  type StoredDocument,
  type Verdict,
  verifyHistory,
} from '@landscape/store'
import { putRecorded } from './put-recorded.ts'
import {
  damageOf,
  HISTORY_NAMES,
  newestInHistory,
  versionIn,
  type HistoryName,
} from './readable.ts'
import { byFlag, plain } from './told.ts'

/** A mistake in what was asked for; its message is for the person at the terminal. */
class NothingToRestore extends Error {}

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

/**
 * Walks the history of every document.
 *
 * @param onWalk told of each document before its history is walked
 */
export async function verdictsOf(
  store: ObjectStore,
  onWalk: (name: HistoryName) => void = () => {},
): Promise<NamedVerdict[]> {
  const found: NamedVerdict[] = []
  for (const name of HISTORY_NAMES) {
    onWalk(name)
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
  onWalk?: (name: HistoryName) => void,
): Promise<{ lines: string[]; isSound: boolean }> {
  const verdicts = await verdictsOf(store, onWalk)
  return {
    lines: verdicts.map(({ name, verdict }) => `${name}: ${textOf(verdict)}`),
    isSound: verdicts.every(({ verdict }) => verdict.fault === undefined),
  }
}

function textOf(verdict: Verdict): string {
  if (verdict.fault !== undefined) return verdict.fault
  const { records, unreferenced = [] } = verdict
  const others =
    unreferenced.length === 0 ? '' : `; not part of any version: ${shortList(unreferenced)}`
  return `ok, ${countOf(records, 'record')}${others}`
}

function shortList(slots: readonly string[]): string {
  const more = slots.length - MAX_NAMED
  return slots.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

interface RestoreOptions {
  name: HistoryName
  instant: Date
  /** Who restores it, for the history. */
  by: string
  /** Otherwise nothing is stored. */
  isMeant: boolean
  /** Whether a version that nobody can read may be replaced. */
  isDamageReplaced?: boolean
}

/**
 * Stores a document as it was at an instant: one change, recorded like any other, which can be undone.
 *
 * @returns what it changes, in lines
 * @throws NothingToRestore when the history began later, nothing has changed since, or the document is damaged and
 *   that may not be replaced
 */
export async function restore(store: ObjectStore, options: RestoreOptions): Promise<string[]> {
  const { name, instant, by, isMeant, isDamageReplaced = false } = options
  const { ref } = DOCUMENTS[HISTORIES[name]]
  const at = instant.toISOString()
  const call = restoreCall(name, at)
  const got = await store.get(ref)
  const damage = damageOf(ref, got)
  if (damage !== undefined && !isDamageReplaced) {
    throw new NothingToRestore(
      `${damage}\nNothing was stored. To replace the damaged version:\n  ${call} --replace-damaged${byFlag(by)}`,
    )
  }
  const newest = damage === undefined ? undefined : await newestInHistory(store, name, got)
  const before = damage === undefined ? versionIn(got).value : newest?.value
  const archive = openArchive(store, ref.bucket, name)
  const past = pastOf(archive, name, await headOf(archive, versionIn(got)))
  const then = await past.stateAt(instant.getTime())
  if (!then) throw new NothingToRestore(`The history of ${name} starts after ${at}`)
  if (then.value === undefined) throw new NothingToRestore(`${name} did not exist at ${at}`)
  const steps = diff(before, then.value)
  if (steps.length === 0 && damage === undefined) {
    throw new NothingToRestore(`${name} has not changed since ${at}`)
  }
  const { subjects } = describe(steps, { before, after: then.value })
  const lines = [
    ...(damage === undefined ? [] : [`${nameOf(ref)} is damaged.`, againstOf(newest?.head.at)]),
    ...previewOf(steps, subjects),
  ]
  if (!isMeant) {
    const flag = damage === undefined ? '' : ' --replace-damaged'
    return [...lines, `Nothing was stored. To restore it:\n  ${call}${flag}${byFlag(by)} --yes`]
  }
  const action = `restore ${name} of ${at}`
  if (damage === undefined) {
    await openDocument(store, name).change(() => ({ next: then.value, result: undefined }), {
      by: { actor: 'operator', email: by, action },
    })
  } else {
    const body = Buffer.from(JSON.stringify(then.value))
    await putRecorded(store, ref, body, { author: by, action })
  }
  return [...lines, `Restored ${name} as it was at ${at}`]
}

/** The call that puts a document back as it was. */
export function restoreCall(name: HistoryName, at: string): string {
  return `npm run store -- restore ${name} --at ${at}`
}

function againstOf(newestAt: number | undefined): string {
  if (newestAt === undefined) return 'Its last readable version is unknown.'
  return `Compared with its last readable version, of ${new Date(newestAt).toISOString()}:`
}

/** A document whose history is kept, to be changed by an operator. */
export function openDocument(store: ObjectStore, name: HistoryName): StoredDocument<unknown> {
  const { ref, schema } = DOCUMENTS[HISTORIES[name]]
  return createDocument<unknown>(store, ref, schema, { history: name })
}

/** What a change would alter, in lines. */
export function previewOf(steps: readonly Step[], subjects: readonly string[]): string[] {
  if (steps.length === 0) return ['No value would change.']
  const more = subjects.length - MAX_SHOWN
  return [
    `${countOf(steps.length, 'value')} would change in ${countOf(subjects.length, 'subject')}:`,
    ...subjects.slice(0, MAX_SHOWN).map((subject) => `  ${plain(subject)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
