/** A project as a client sent it or as it is stored; only looked at, never reshaped. */
export type Project = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object; null and arrays are not. */
export function isRecord(value: unknown): value is Project {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value when it is an object, otherwise an object without members. */
export function asRecord(value: unknown): Project {
  return isRecord(value) ? value : {}
}

/** The elements of an array that are objects; anything else has none. */
export function recordsOf(value: unknown): Project[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Name of a project, `details[0].name`; undefined when what is stored has none. */
export function nameOf(project: unknown): string | undefined {
  const { details } = asRecord(project)
  const name = Array.isArray(details) ? asRecord(details[0])['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** The project without the hidden owner: what a client may see, and all it may set. */
export function publicProject({ owner: _owner, ...project }: Project): Project {
  return project
}
