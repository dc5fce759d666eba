import type { Statement } from '../statement.ts'

/** Statements beyond the specification. */
export const OWN: Readonly<Record<string, Statement>> = {
  'own.projects.pages': 'Lists of projects are paginated on request and complete otherwise',
  'own.projects.rename': 'A new name of a project is compared with the projects of its owner',
  'own.projects.contact':
    'A caller may use the name of a project that names them only as a contact',
  'own.csv.columns': 'A row for CSV has 34 columns from the project',
  'own.statistics.last-updated': 'Metadata contains the date of the stored repositories, or null',
  'own.edits.removed':
    'A save that removes much is stored; the response contains the removed items and the undo',
  'own.logout.existing-clients': 'The profile for existing clients logs out without a token',
  'own.versions.breaking': 'Breaking changes need a new major version',
}
