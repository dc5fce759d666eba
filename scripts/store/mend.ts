import { DOCUMENTS, type DocumentName } from '@landscape/contracts'
import { nameOf, type GetResult, type ObjectStore } from '@landscape/object-store'
import { restoreCall } from './history.ts'
import { historyNameOf, newestInHistory } from './readable.ts'

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
  return ['  Mend it with the first of these that works:', ...calls.map((call) => `    ${call}`)]
}
