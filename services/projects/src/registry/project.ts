import { asRecord, type JsonRecord } from '@landscape/contracts'

/** A record of the registry as it is stored; only looked at, never reshaped. */
export type StoredProject = JsonRecord

declare const shown: unique symbol
/** A project as clients see it, which cannot hold its owner: only `publicProject` makes one. */
export type Project = StoredProject & { readonly [shown]: true }

/** Name of a project, `details[0].name`; undefined when what is stored has none. */
export function nameOf(project: unknown): string | undefined {
  const { details } = asRecord(project)
  const name = Array.isArray(details) ? asRecord(details[0])['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Of stored records, which never change: what is worked out of one is kept with it. */
const known = new WeakMap<StoredProject, Project>()

/** The project without the hidden owner: what a client may see, and all it may set. */
export function publicProject(record: StoredProject): Project {
  const before = known.get(record)
  if (before) return before
  const { owner: _owner, ...visible } = record
  const project = visible as Project
  if (Object.isFrozen(record)) known.set(record, Object.freeze(project))
  return project
}
