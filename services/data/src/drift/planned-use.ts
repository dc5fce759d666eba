import type { Landscape } from '../join/landscape.ts'
import { isUserOf } from '../join/narrowed.ts'
import { useOf } from '../join/use.ts'
import { isNarrowed, type DriftFilter, type DriftReply } from './reply.ts'

/** Maximum number of plans in a response, which counts the others. */
const MAX_PLANS = 100

/**
 * The planned moves of technologies, the next first, with the number of projects of the filter that name them. With a
 * programme or a project, only those that one of its projects names.
 */
export function* plannedUse(
  landscape: Landscape,
  { technology: wanted, ...users }: DriftFilter,
): Generator<void, Pick<DriftReply, 'plans' | 'planTotal'>> {
  const technology = wanted === undefined ? undefined : landscape.find(wanted)
  const isUser = isUserOf(landscape, users)
  const plans: DriftReply['plans'] = []
  for (const one of landscape.technologies) {
    yield
    if (wanted !== undefined && one !== technology) continue
    const planned = one.entries.flatMap((entry) => entry.plans)
    if (planned.length === 0) continue
    const projects = useOf(one).projects.filter(isUser).length
    if (projects === 0 && isNarrowed(users)) continue
    for (const { from: ring, to, date, description } of planned)
      plans.push({ technology: one.name, ring, to, date, description, projects, link: one.link })
  }
  plans.sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
  return { planTotal: plans.length, plans: plans.slice(0, MAX_PLANS) }
}
