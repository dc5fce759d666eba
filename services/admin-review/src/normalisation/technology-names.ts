import { isRecord } from '../json/record.ts'
import { mapAt } from './map-at.ts'
import { LIST_FIELDS, NAME_FIELDS } from './technology-fields.ts'

/** By project. A new version of the registry shares the projects that were not altered. */
const remembered = new WeakMap<object, ReadonlySet<unknown>>()

/**
 * What a project names in the fields that hold technologies. Of a project that is frozen, as those
 * of stored documents are, it is gathered once: most of them lack the name that is looked for.
 */
export function technologyNames(project: unknown): ReadonlySet<unknown> {
  if (!isRecord(project) || !Object.isFrozen(project)) return gather(project)
  const known = remembered.get(project)
  if (known) return known
  const names = gather(project)
  remembered.set(project, names)
  return names
}

function gather(project: unknown): ReadonlySet<unknown> {
  const names = new Set<unknown>()
  const add = (leaf: unknown) => {
    for (const name of Array.isArray(leaf) ? leaf : [leaf]) {
      if (typeof name === 'string') names.add(name)
    }
    return leaf
  }
  for (const path of [...LIST_FIELDS, ...NAME_FIELDS]) mapAt(project, path, add)
  return names
}
