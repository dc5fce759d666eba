import type { Landscape } from '../join/landscape.ts'
import { narrowed } from '../join/narrowed.ts'
import { isInUse, useOf } from '../join/use.ts'
import { isNarrowed, type DriftFilter, type DriftReply } from './reply.ts'

/** Maximum number of plans in a response, which counts the others. */
const MAX_PLANS = 100

/**
 * The planned moves of technologies, the next first, with the number of projects of the filter that name them. With a
 * programme or a project, only those of technologies that it uses.
 */
export function* plannedUse(
  landscape: Landscape,
  { technology: wanted, ...users }: DriftFilter,
): Generator<void, Pick<DriftReply, 'plans' | 'planTotal'>> {
  const technology = wanted === undefined ? undefined : landscape.find(wanted)
  const plans: DriftReply['plans'] = []
  for (const one of narrowed(landscape, users).technologies) {
    yield
    if (wanted !== undefined && one.slug !== technology?.slug) continue
    const planned = one.entries.flatMap((entry) => entry.plans)
    if (planned.length === 0 || (isNarrowed(users) && !isInUse(one))) continue
    const projects = useOf(one).projects.length
    for (const { from: ring, to, date, description } of planned)
      plans.push({ technology: one.name, ring, to, date, description, projects, link: one.link })
  }
  plans.sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
  return { planTotal: plans.length, plans: plans.slice(0, MAX_PLANS) }
}
