import { asRecord, recordsOf } from '@landscape/contracts'
import { createDomainFilter } from './contact.ts'
import { csvRow, type CsvRow } from './csv-row.ts'
import { dependentsByName } from './dependencies.ts'

/** Whose e-mail addresses the contact columns may show: domains, or `*` for all. */
export interface CsvOptions {
  readonly contactDomains: readonly string[]
}

/**
 * One flat row per project of `new_project_data.json`, in stored order. Elements of `projects` that
 * are not objects have nothing to show and are left out; anything missing or of an unexpected type
 * within a project leaves its column empty.
 */
export function csvRows(document: unknown, { contactDomains }: CsvOptions): CsvRow[] {
  const projects = recordsOf(asRecord(document)['projects'])
  const dependents = dependentsByName(projects)
  const mayShow = createDomainFilter(contactDomains)
  return projects.map((project) => csvRow(project, { dependents, mayShow }))
}
