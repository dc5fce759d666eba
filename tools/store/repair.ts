import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import {
  nameOf,
  type GetResult,
  type ObjectRef,
  type ObjectStore,
} from '@landscape/store/objects/port'
import { restoreCommandLine } from './history.ts'
import { damageOf, historyNameOf, newestInHistory, type HistoryName } from './stored-version.ts'

/**
 * Commands that repair a damaged or missing document, the best first.
 *
 * @param got the stored object
 */
export async function repairLines(
  store: ObjectStore,
  ref: ObjectRef,
  got: GetResult,
): Promise<string[]> {
  const commands = [
    `npm run store -- restore --from <backup> --only ${nameOf(ref)}`,
    `npm run store -- put ${nameOf(ref)} <file>`,
  ]
  const history = historyNameOf(ref)
  const newest = history && (await newestInHistory(store, history, got))
  if (history && newest && newest.value !== undefined) {
    const flag = damageOf(ref, got) === undefined ? '' : ' --replace-damaged'
    commands.unshift(restoreCommandLine(history, new Date(newest.head.at).toISOString()) + flag)
  }
  return [
    '  Repair it with the first of these that works:',
    ...commands.map((command) => `    ${command}`),
  ]
}

/**
 * Commands that repair a damaged history. Its objects are immutable, so any earlier backup has them intact.
 *
 * @param object key of the damaged or missing object, when it is a single one
 */
export function historyRepairLines(name: HistoryName, object: string | undefined): string[] {
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
