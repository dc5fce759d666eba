import { DOCUMENTS, HISTORIES, type DocumentName } from '@landscape/contracts'
import { nameOf, type GetResult, type ObjectStore } from '@landscape/store'
import { restoreCall } from './history.ts'
import { historyNameOf, newestInHistory, type HistoryName } from './readable.ts'

/**
 * Says how a document is mended that cannot be read, or is gone: the calls, the best first.
 *
 * @param got what the store has of it
 */
export async function mendLines(
  store: ObjectStore,
  name: DocumentName,
  got: GetResult,
): Promise<string[]> {
  const { ref } = DOCUMENTS[name]
  const calls = [
    `npm run store -- restore --from <backup> --only ${nameOf(ref)}`,
    `npm run store -- put ${nameOf(ref)} <file>`,
  ]
  const history = historyNameOf(ref)
  const newest = history && (await newestInHistory(store, history, got))
  if (history && newest && newest.value !== undefined) {
    const flag = got.kind === 'found' ? ' --replace-damaged' : ''
    calls.unshift(restoreCall(history, new Date(newest.head.at).toISOString()) + flag)
  }
  return ['  Repair it with the first of these that works:', ...calls.map((call) => `    ${call}`)]
}

/**
 * How a damaged history is mended: its objects never change, so any backup from before the damage holds them.
 *
 * @param object key of the damaged or missing object, when it is a single one
 */
export function historyMendLines(name: HistoryName, object: string | undefined): string[] {
  const { bucket } = DOCUMENTS[HISTORIES[name]].ref
  if (object === undefined) {
    return [`  Restore the objects below ${bucket}/history/${name}/ from a backup.`]
  }
  const only = `--only ${nameOf({ bucket, key: object })}`
  return [
    '  Repair it with the first of these that works, or with an earlier version of the object in the bucket:',
    `    npm run store -- restore --from <backup> ${only}`,
    `    npm run store -- restore --from <backup> --at <instant before the damage> ${only}`,
  ]
}
