import { asRecord, type JsonRecord } from './json.ts'

/** The element of `details` that tells what a project is, and what it is called. */
export function detailsOf(project: unknown): JsonRecord {
  const { details } = asRecord(project)
  return Array.isArray(details) ? asRecord(details[0]) : {}
}

/** Name of a project, `details[0].name`; undefined when what is stored has none. */
export function projectName(project: unknown): string | undefined {
  const { name } = detailsOf(project)
  return typeof name === 'string' ? name : undefined
}
