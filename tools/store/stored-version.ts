import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import { openArchive } from '@landscape/store/history/archive'
import { headOf, type Version } from '@landscape/store/history/head'
import { pastOf } from '@landscape/store/history/past'
import type { Head } from '@landscape/store/history/record'
import { parseJson } from '@landscape/store/json/parse-json'
import {
  type GetResult,
  nameOf,
  type ObjectRef,
  type ObjectStore,
} from '@landscape/store/objects/port'
import { faultsIn } from './schema-faults.ts'

/** Names of the documents with a history, as clients use them. */
export const HISTORY_NAMES = Object.keys(HISTORIES) as (keyof typeof HISTORIES)[]

export type HistoryName = (typeof HISTORY_NAMES)[number]

/** The name of the history of a document; `undefined` for a document without one. */
export function historyNameOf(ref: ObjectRef): HistoryName | undefined {
  return HISTORY_NAMES.find((name) => nameOf(DOCUMENTS[HISTORIES[name]].ref) === nameOf(ref))
}

/** A stored document with its metadata; the value of a damaged one is its text. */
export function versionIn(got: GetResult): Version {
  if (got.kind !== 'found') return { value: undefined }
  const { meta, body } = got
  try {
    return { meta, value: parseJson(body) }
  } catch {
    return { meta, value: body.toString() }
  }
}

/** The newest record of a history and the document after it. */
interface Newest {
  head: Head
  value: unknown
}

/** The newest version in the history of a document; `undefined` without a readable one. */
export async function newestInHistory(
  store: ObjectStore,
  name: HistoryName,
  got: GetResult,
): Promise<Newest | undefined> {
  const archive = openArchive(store, DOCUMENTS[HISTORIES[name]].ref.bucket, name)
  const head = await headOf(archive, versionIn(got))
  if (!head) return undefined
  try {
    const state = await pastOf(archive, name, head).stateAt(Infinity)
    return state && { head, value: state.value }
  } catch (error) {
    // A damaged history cannot repair the document.
    if (Error.isError(error) && error.name === 'HistoryDamaged') return undefined
    throw error
  }
}

/** Violations of the schema in a stored document, in lines; `undefined` for a valid or missing one. */
export function damageOf(ref: ObjectRef, got: GetResult): string | undefined {
  return got.kind === 'found' ? faultsIn(ref, got.body) : undefined
}
