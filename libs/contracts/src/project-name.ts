import { asRecord, type JsonRecord } from './json.ts'

/** Maximum number of characters of a new project's name, and of names that lists of others repeat. */
export const MAX_PROJECT_NAME = 200

/** `details[0]`, which has the name of a project; an empty object when absent. */
export function detailsOf(project: unknown): JsonRecord {
  const { details } = asRecord(project)
  return Array.isArray(details) ? asRecord(details[0]) : {}
}

/** Name of a project, `details[0].name`; undefined when it is not a string. */
export function projectName(project: unknown): string | undefined {
  const { name } = detailsOf(project)
  return typeof name === 'string' ? name : undefined
}
