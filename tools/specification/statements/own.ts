import type { Statement } from '../statement.ts'

/** What is stated beyond the specification. */
export const OWN: Readonly<Record<string, Statement>> = {
  'own.projects.pages': 'Lists of projects come in pages on request, and as a whole otherwise',
  'own.projects.rename': 'A new name of a project is compared with the projects of its owner',
  'own.projects.contact':
    'A caller may use the name of a project that names them only as a contact',
  'own.projects.stages': '`PROJECT_STAGES` closes the list of stages',
  'own.projects.roles': '`PROJECT_ROLES` closes the list of roles',
  'own.projects.grades': '`PROJECT_GRADES` closes the list of grades',
  'own.csv.columns': 'A row for CSV has 34 columns, made of the project',
  'own.statistics.last-updated': 'Metadata contains the date of the stored repositories, or null',
  'own.edits.removed':
    'A save that removes much is stored; the response has what it removed and its undo',
  'own.edits.guard': 'With `SHRINK_GUARD=refuse` such a save is rejected unless it is confirmed',
  'own.logout.existing-clients': 'The profile for existing clients logs out without a token',
  'own.versions.retiring': 'A retired route says so in its responses and in the API description',
  'own.versions.breaking': 'Nothing that was released breaks unless the changelog names it',
}
