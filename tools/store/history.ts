import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import { createDocument, type StoredDocument } from '@landscape/store/documents/document'
import { laidOut, layoutOf } from '@landscape/store/documents/snapshot'
import { openArchive } from '@landscape/store/history/archive'
import { describe } from '@landscape/store/history/describe'
import { diff, type Step } from '@landscape/store/history/diff'
import { headOf } from '@landscape/store/history/head'
import { type Past, pastOf } from '@landscape/store/history/past'
import { type Verdict, verifyHistory } from '@landscape/store/history/verify'
import { type GetResult, nameOf, type ObjectStore } from '@landscape/store/objects/port'
import { putRecorded } from './put-recorded.ts'
import {
  damageOf,
  HISTORY_NAMES,
  newestInHistory,
  versionIn,
  type HistoryName,
} from './stored-version.ts'
import { byFlag, printable } from './finding.ts'

/** The document cannot be restored; the message is for the operator. */
class RestoreError extends Error {}

/** Maximum number of subjects in a preview. */
const MAX_SHOWN = 20

/** Result of verifying the history of one document. */
export interface NamedVerdict {
  name: HistoryName
  verdict: Verdict
  /** Whether the document exists. */
  exists: boolean
}

/**
 * Verifies the history of every document.
 *
 * @param onStart called before each history is verified
 */
export async function verdictsOf(
  store: ObjectStore,
  onStart: (name: HistoryName) => void = () => {},
): Promise<NamedVerdict[]> {
  const found: NamedVerdict[] = []
  for (const name of HISTORY_NAMES) {
    onStart(name)
    const { ref } = DOCUMENTS[HISTORIES[name]]
    const archive = openArchive(store, ref.bucket, name)
    const version = versionIn(await store.get(ref))
    const verdict = await verifyHistory(archive, await headOf(archive, version))
    found.push({ name, verdict, exists: version.value !== undefined })
  }
  return found
}

/**
 * Verifies the history of every document.
 *
 * @returns one line per history, and whether all records fit
 */
export async function verifyAll(
  store: ObjectStore,
  onStart?: (name: HistoryName) => void,
): Promise<{ lines: string[]; isIntact: boolean }> {
  const verdicts = await verdictsOf(store, onStart)
  return {
    lines: verdicts.map(({ name, verdict }) => `${name}: ${textOf(verdict)}`),
    isIntact: verdicts.every(({ verdict }) => verdict.fault === undefined),
  }
}

function textOf(verdict: Verdict): string {
  if (verdict.fault !== undefined) return verdict.fault
  return `ok, ${countOf(verdict.records, 'record')}`
}

interface RestoreOptions {
  name: HistoryName
  instant: Date
  /** Author for the history. */
  by: string
  /** Without it nothing is stored. */
  isConfirmed: boolean
  /** Whether a damaged version may be replaced. */
  replacesDamaged?: boolean
}

/**
 * Stores a document as it was at an instant, as one recorded change that can be undone.
 *
 * @returns a preview of the change, in lines
 * @throws RestoreError when the history starts later, the document is unchanged since, or it is damaged and
 *   may not be replaced
 */
export async function restore(store: ObjectStore, options: RestoreOptions): Promise<string[]> {
  const { name, instant, by, isConfirmed, replacesDamaged = false } = options
  const { ref } = DOCUMENTS[HISTORIES[name]]
  const at = instant.toISOString()
  const commandLine = restoreCommandLine(name, at)
  const got = await store.get(ref)
  const damage = damageOf(ref, got)
  if (damage !== undefined && !replacesDamaged) {
    throw new RestoreError(
      `${damage}\nNothing was stored. To replace the damaged version:\n  ${commandLine} ` +
        `--replace-damaged${byFlag(by)}`,
    )
  }
  const newest = damage === undefined ? undefined : await newestInHistory(store, name, got)
  const before = damage === undefined ? versionIn(got).value : newest?.value
  const past = await openPast(store, name, got)
  const then = await past.stateAt(instant.getTime())
  if (!then) throw new RestoreError(`The history of ${name} starts after ${at}`)
  if (then.value === undefined) throw new RestoreError(`${name} did not exist at ${at}`)
  const steps = diff(before, then.value)
  if (steps.length === 0 && damage === undefined) {
    throw new RestoreError(`${name} has not changed since ${at}`)
  }
  const { subjects } = describe(steps, { before, after: then.value })
  const lines = [
    ...(damage === undefined ? [] : [`${nameOf(ref)} is damaged.`, againstOf(newest?.head.at)]),
    ...previewOf(steps, subjects),
  ]
  if (!isConfirmed) {
    const flag = damage === undefined ? '' : ' --replace-damaged'
    return [
      ...lines,
      `Nothing was stored. To restore it:\n  ${commandLine}${flag}${byFlag(by)} --yes`,
    ]
  }
  const action = `restore ${name} of ${at}`
  if (damage === undefined) {
    await openDocument(store, name).change(() => ({ next: then.value, result: undefined }), {
      by: { actor: 'operator', email: by, action },
    })
  } else {
    const text = Buffer.from(JSON.stringify(then.value))
    const layout = got.kind === 'found' ? layoutOf(got.body) : undefined
    const body = laidOut({ text, value: then.value }, layout)
    await putRecorded(store, ref, body, { author: by, action })
  }
  return [...lines, `Restored ${name} as it was at ${at}`]
}

/** The history of a document up to its stored version, which may be damaged or missing. */
export async function openPast(
  store: ObjectStore,
  name: HistoryName,
  stored: GetResult,
): Promise<Past> {
  const archive = openArchive(store, DOCUMENTS[HISTORIES[name]].ref.bucket, name)
  return pastOf(archive, name, await headOf(archive, versionIn(stored)))
}

/** The command that restores a document as it was at an instant. */
export function restoreCommandLine(name: HistoryName, at: string): string {
  return `npm run store -- restore ${name} --at ${at}`
}

function againstOf(newestAt: number | undefined): string {
  if (newestAt === undefined) return 'Its last readable version is unknown.'
  return `Compared with its last readable version, of ${new Date(newestAt).toISOString()}:`
}

/** Opens a document with its history for a change. */
export function openDocument(store: ObjectStore, name: HistoryName): StoredDocument<unknown> {
  const { ref, schema } = DOCUMENTS[HISTORIES[name]]
  return createDocument<unknown>(store, ref, schema, { history: name })
}

/** Number of changed values and the first changed subjects, in lines. */
export function previewOf(steps: readonly Step[], subjects: readonly string[]): string[] {
  if (steps.length === 0) return ['No value would change.']
  const more = subjects.length - MAX_SHOWN
  return [
    `${countOf(steps.length, 'value')} would change in ${countOf(subjects.length, 'subject')}:`,
    ...subjects.slice(0, MAX_SHOWN).map((subject) => `  ${printable(subject)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
