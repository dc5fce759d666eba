import { repositoryDay } from '../../organisation/repository-days.ts'
import type { Organisation } from '../organisation.ts'
import { owners } from './users.ts'

/** Returns the row of each repository with activity on a day. */
export function repositoryRows(organisation: Organisation, day: string) {
  return repositoryDay(day).map((row) => ({
    ...row,
    ...owners(organisation),
    repo_owner_name: organisation.login,
  }))
}
