import type { TechnologyFilter, TechnologyRow } from './reply.ts'
import { admitKey, keyOf } from '@landscape/contracts/admit'
import type { Landscape, ProjectUse, Technology } from '../join/landscape.ts'
import { narrowed } from '../join/narrowed.ts'
import type { Section } from '../join/section-names.ts'
import type { Named } from '../timeline/reply.ts'
import { isInUse, isSameString } from '../join/use.ts'
import { technologyRow } from './technology.ts'

/**
 * The technologies that pass a filter, by name; their numbers count the use that passes. A generator, so that
 * `inSlices` can serve requests in the meantime.
 */
export function* filterTechnologies(
  landscape: Landscape,
  filter: TechnologyFilter,
  isSignedIn: boolean,
): Generator<void, TechnologyRow[]> {
  const { section } = filter
  const rows: TechnologyRow[] = []
  for (const technology of narrowed(landscape, filter, isSignedIn).technologies) {
    yield
    if (!passes(technology, filter)) continue
    const { projects } = technology
    const uses = section === undefined ? projects : projects.flatMap((use) => usesIn(use, section))
    if (section === undefined || uses.length > 0) rows.push(technologyRow(technology, uses))
  }
  return rows
}

/** The use of a project in a section; none when it has no such use. */
function usesIn({ project, sections }: ProjectUse, wanted: Section): ProjectUse[] {
  const own = sections.filter(({ section }) => section === wanted)
  return own.length === 0 ? [] : [{ project, sections: own }]
}

function passes(technology: Technology, filter: TechnologyFilter): boolean {
  const { q, ring, quadrant, used, on_radar } = filter
  const { entries } = technology
  if (q !== undefined && !matches(technology, q)) return false
  if (ring !== undefined && !entries.some((entry) => isSameString(entry.ring?.id, ring)))
    return false
  if (quadrant !== undefined && !entries.some((entry) => isNamed(entry.quadrant, quadrant)))
    return false
  if (on_radar !== undefined && on_radar !== entries.length > 0) return false
  return used === undefined || used === isInUse(technology)
}

function isNamed({ id, name }: Named, wanted: string): boolean {
  return isSameString(id, wanted) || isSameString(name, wanted)
}

function matches({ name, aliases, spellings }: Technology, q: string): boolean {
  const key = admitKey(q)
  const lower = q.toLowerCase()
  const names = [name, ...aliases, ...spellings.map(({ spelling }) => spelling)]
  // A part such as `.js` has a dot that the keys of complete names lack.
  return names.some(
    (other) =>
      (key !== undefined && keyOf(other).includes(key)) || other.toLowerCase().includes(lower),
  )
}
