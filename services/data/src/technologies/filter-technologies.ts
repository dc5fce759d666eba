import type { TechnologyFilter, TechnologyRow } from './reply.ts'
import { admitKey, keyOf } from '@landscape/contracts/admit'
import type { Landscape, Project, ProjectUse, Technology } from '../join/landscape.ts'
import type { Named } from '../timeline/radar-entries.ts'
import { projectIndexOf } from '../join/project-index.ts'
import { isInUse, isSameString } from '../join/use.ts'
import { technologyRow } from './technology.ts'

/**
 * The technologies that pass a filter, by name; their numbers count the projects that pass. A generator, so that
 * `inSlices` can serve requests in the meantime.
 */
export function* filterTechnologies(
  { technologies, projects }: Pick<Landscape, 'technologies' | 'projects'>,
  filter: TechnologyFilter,
): Generator<void, TechnologyRow[]> {
  const wanted =
    filter.project === undefined ? undefined : projectIndexOf(projects).find(filter.project)
  const needsProject = filter.section ?? filter.programme ?? filter.project
  const rows: TechnologyRow[] = []
  for (const technology of technologies) {
    yield
    if (!passes(technology, filter)) continue
    const uses = technology.projects.filter((use) => usePasses(use, filter, wanted))
    if (needsProject === undefined || uses.length > 0) rows.push(technologyRow(technology, uses))
  }
  return rows
}

function passes(technology: Technology, filter: TechnologyFilter): boolean {
  const { q, ring, quadrant, used, on_radar } = filter
  const { entries } = technology
  if (q !== undefined && !matches(technology, q)) return false
  if (ring !== undefined && !entries.some((entry) => isSameString(entry.ring?.id, ring)))
    return false
  if (quadrant !== undefined && !entries.some((entry) => isIn(entry.quadrant, quadrant)))
    return false
  if (on_radar !== undefined && on_radar !== entries.length > 0) return false
  return used === undefined || used === isInUse(technology)
}

function isIn({ id, name }: Named, wanted: string): boolean {
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

function usePasses(
  { project, sections }: ProjectUse,
  filter: TechnologyFilter,
  wanted: Project | undefined,
): boolean {
  if (filter.programme !== undefined && !isSameString(project.programme, filter.programme))
    return false
  const isOther = wanted
    ? project !== wanted
    : filter.project !== undefined && !isSameString(project.name, filter.project)
  if (isOther) return false
  return filter.section === undefined || sections.some(({ section }) => section === filter.section)
}
