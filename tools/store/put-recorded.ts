import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import { openArchive } from '@landscape/store/history/archive'
import { diff } from '@landscape/store/history/diff'
import type { Version } from '@landscape/store/history/head'
import { createRecorder } from '@landscape/store/history/recorder'
import { replace } from '@landscape/store/objects/directory'
import { parseJson } from '@landscape/store/json/parse-json'
import type { GetResult, ObjectRef, ObjectStore } from '@landscape/store/objects/port'
import { untilAccepted } from '@landscape/store/objects/until-accepted'
import { faultsIn } from './schema-faults.ts'
import {
  damageOf,
  historyNameOf,
  newestInHistory,
  versionIn,
  type HistoryName,
} from './stored-version.ts'

/** Author and action of a change, for the history. */
interface By {
  /** E-mail address or name. */
  author: string
  action: string
}

/**
 * Replaces a stored document. For a document with a history, the record of the change is stored first. For a
 * damaged or missing document, the record contains the difference from the last readable version.
 *
 * @throws StoreUnavailable when the store rejects every attempt
 */
export async function putRecorded(
  store: ObjectStore,
  ref: ObjectRef,
  body: Buffer,
  by: By,
): Promise<void> {
  const name = historyNameOf(ref)
  // An invalid version is not recorded: the history ends with the last valid one.
  if (name === undefined || faultsIn(ref, body) !== undefined) {
    await replace(store, ref, body)
    return
  }
  const archive = openArchive(store, ref.bucket, name)
  const storeClock = () => store.now?.()
  const recorder = createRecorder(archive, { document: name, clock: Date.now, storeClock })
  await untilAccepted(ref, async () => {
    const got = await store.get(ref)
    const base = await lastReadable(store, name, got)
    const value = parseJson(body)
    const edit = {
      actor: { email: by.author },
      action: by.action,
      requestId: undefined,
      steps: diff(base.value, value),
      before: base.value,
      after: value,
    }
    const text = Buffer.from(JSON.stringify(value))
    const recorded = await recorder.record(base, [edit], { text, value })
    const condition = got.kind === 'found' ? { ifMatch: got.etag } : ({ absent: true } as const)
    const { etag } = await store.put(ref, body, condition, { ...base.meta, ...recorded.meta })
    recorded.stored(etag)
  })
}

async function lastReadable(
  store: ObjectStore,
  name: HistoryName,
  got: GetResult,
): Promise<Version> {
  const { ref } = DOCUMENTS[HISTORIES[name]]
  const etag = got.kind === 'found' ? { etag: got.etag } : {}
  const version = { ...versionIn(got), ...etag }
  if (got.kind === 'found' && damageOf(ref, got) === undefined) return version
  const newest = await newestInHistory(store, name, got)
  return { ...version, value: newest?.value }
}
