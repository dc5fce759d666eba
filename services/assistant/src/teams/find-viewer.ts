import type { AdminTeams } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import type { Seals } from '../cookies/seals.ts'
import type { UsageSource } from '../sources/usage-source.ts'
import { viewerOf, type Viewer } from './viewer.ts'

/**
 * Finds out what the owner of a token may see.
 *
 * @param carried what the browser carries: the token as we sealed it, or the token itself
 * @param caller on whose behalf the source is asked
 */
export type FindViewer = (
  carried: string,
  caller: string,
) => Promise<Viewer & { staleSeconds?: number }>

/** Teams come from the source, admin teams from the store; without such a document nobody is one. */
export function createFindViewer(
  source: Pick<UsageSource, 'userTeams'>,
  adminTeams: StoredDocument<AdminTeams>,
  seal: Seals['userToken'],
): FindViewer {
  return async (carried, caller) => {
    const sealed = await seal.open(carried)
    const [{ value, ...age }, admins] = await Promise.all([
      source.userTeams({
        value: sealed?.content ?? carried,
        isVouched: sealed !== undefined,
        caller,
      }),
      adminTeams.read(),
    ])
    return { ...viewerOf(value, admins?.value ?? []), ...age }
  }
}
