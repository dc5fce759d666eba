import { DOCUMENTS, HISTORIES } from '@landscape/contracts'
import {
  type GetResult,
  type Head,
  headOf,
  nameOf,
  type ObjectRef,
  type ObjectStore,
  openArchive,
  parseJson,
  pastOf,
  type Version,
} from '@landscape/store'
import { faultsIn } from './faults-in.ts'

/** The documents whose history is kept, by the names that clients know them by. */
export const HISTORY_NAMES = Object.keys(HISTORIES) as (keyof typeof HISTORIES)[]

export type HistoryName = (typeof HISTORY_NAMES)[number]

/** Under which name the history of a document is kept; `undefined` when none is. */
export function historyNameOf(ref: ObjectRef): HistoryName | undefined {
  return HISTORY_NAMES.find((name) => nameOf(DOCUMENTS[HISTORIES[name]].ref) === nameOf(ref))
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

/** What a history ends with: its newest record, and the document as that left it. */
interface Newest {
  head: Head
  value: unknown
}

/** The newest version in the history of a document; `undefined` when there is none, or it cannot be read. */
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
    // A history that is damaged, too, is not what the document is mended by.
    if (Error.isError(error) && error.name === 'HistoryDamaged') return undefined
    throw error
  }
}

/** What is wrong with a stored document, in lines; `undefined` when it can be read or is not there. */
export function damageOf(ref: ObjectRef, got: GetResult): string | undefined {
  return got.kind === 'found' ? faultsIn(ref, got.body) : undefined
}
