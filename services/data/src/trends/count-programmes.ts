import { inSlices } from '@landscape/contracts/async/in-slices'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import type { LandscapeMonth, ProgrammeCounts } from '@landscape/contracts/landscape-months'
import { filterDrift, type DriftSource } from '../drift/filter-drift.ts'
import type { Project } from '../join/landscape.ts'
import { missingIn } from '../projects/missing-in.ts'

/** The numbers of some projects, as their lists have them. */
export interface Counts {
  /** Findings of all kinds except `not-reviewed`. */
  drift: number
  missing: number
  projects: number
  onHoldInUse: number
  notOnRadar: number
}

/** The numbers of some projects, of all without a value. */
export function* countsOf(
  drift: DriftSource,
  projects: readonly Project[] | undefined,
  isSignedIn: boolean,
): Generator<void, Counts> {
  const all = drift.landscape.projects
  const { totals } = yield* filterDrift(drift, { projects }, isSignedIn)
  const { 'not-reviewed': _notReviewed, ...counted } = totals
  const selected = projects ?? all
  let missing = 0
  for (const project of selected) {
    yield
    if (missingIn(project, all, isSignedIn).length > 0) missing++
  }
  return {
    drift: Object.values(counted).reduce<number>((sum, one) => sum + (one ?? 0), 0),
    missing,
    projects: selected.length,
    onHoldInUse: totals['on-hold-in-use'],
    notOnRadar: totals['not-on-radar'],
  }
}

/** Maximum number of programmes of a month. */
const MAX_PROGRAMMES = 200

/** The numbers of the programmes with most projects, and of the other projects, for anonymous callers. */
export async function countProgrammes(
  drift: DriftSource,
): Promise<Required<Pick<LandscapeMonth, 'programmes' | 'otherProgrammes'>>> {
  const { projects } = drift.landscape
  const groups = Map.groupBy(projects, ({ programme }) => programme.toLowerCase())
  groups.delete('')
  const ranked = [...groups]
    .toSorted(([a, own], [b, others]) => others.length - own.length || byCodeUnit(a, b))
    .slice(0, MAX_PROGRAMMES)
  const countsIn = async (members: readonly Project[]): Promise<ProgrammeCounts> => {
    const counts = await inSlices(countsOf(drift, members, false))
    return [counts.drift, counts.missing, counts.projects, counts.onHoldInUse]
  }
  const programmes: [string, ProgrammeCounts][] = []
  for (const [key, members] of ranked)
    programmes.push([members[0]?.programme ?? key, await countsIn(members)])
  const ofRanked = new Set(ranked.flatMap(([, members]) => members))
  const others = projects.filter((project) => !ofRanked.has(project))
  return { programmes, otherProgrammes: await countsIn(others) }
}
