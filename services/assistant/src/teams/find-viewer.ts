import type { AdminTeams } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/object-store'
import type { UsageSource } from '../sources/usage-source.ts'
import { viewerOf, type Viewer } from './viewer.ts'

/** Finds out what the owner of a source-control token may see. */
export type FindViewer = (userToken: string) => Promise<Viewer & { staleSeconds?: number }>

/** Teams come from the source, admin teams from the store; without such a document nobody is one. */
export function createFindViewer(
  source: Pick<UsageSource, 'userTeams'>,
  adminTeams: StoredDocument<AdminTeams>,
): FindViewer {
  return async (userToken) => {
    const [{ value, ...age }, admins] = await Promise.all([
      source.userTeams(userToken),
      adminTeams.read(),
    ])
    return { ...viewerOf(value, admins?.value ?? []), ...age }
  }
}
