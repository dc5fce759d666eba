import { belongsTo, type Caller } from './ownership.ts'
import { recordsOf, type Project } from './project.ts'

/** Stored records of the caller, or everybody's, in stored order. */
export function listProjects(
  projects: readonly unknown[],
  caller: Caller,
  scope: 'own' | 'all',
): Project[] {
  const records = recordsOf(projects)
  return scope === 'all' ? records : records.filter((record) => belongsTo(record, caller.email))
}
