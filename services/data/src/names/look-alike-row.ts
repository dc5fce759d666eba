import type { LookAlikeRow } from './reply.ts'
import type { LookAlike } from './look-alikes-section.ts'
import type { Technology } from '../join/landscape.ts'
import { MAX_LOOK_ALIKES, type LookAlikeIndex, type Resemblance } from './look-alike-index.ts'

/** Up to five look-alikes as rows. */
export function lookAlikeRows(found: readonly Resemblance[]): LookAlikeRow[] {
  return found.slice(0, MAX_LOOK_ALIKES).map(({ technology: { name, slug, entries }, why }) => {
    return { name, slug, ring: entries[0]?.ring?.id ?? null, reason: why }
  })
}

/**
 * The technologies that a reader may mean, for a technology that is not on the radar.
 *
 * @param isSignedIn whether to count the projects of both, for the request that makes the technology an alias
 */
export function lookAlikesFor(
  technology: Technology,
  lookAlikes: LookAlikeIndex,
  isSignedIn: boolean,
): LookAlike[] {
  if (technology.entries.length > 0) return []
  return lookAlikes(technology.name)
    .slice(0, MAX_LOOK_ALIKES)
    .map(({ technology: other, why }) => ({
      name: other.name,
      link: other.link,
      ring: other.entries[0]?.ring ?? undefined,
      reason: why,
      merged:
        isSignedIn && other.entries.length > 0 ? mergedProjects(technology, other) : undefined,
    }))
}

function mergedProjects(one: Technology, other: Technology): LookAlike['merged'] {
  const all = [one, other].flatMap(({ projects }) => projects.map(({ project }) => project))
  return {
    one: one.projects.length,
    other: other.projects.length,
    together: new Set(all).size,
  }
}
