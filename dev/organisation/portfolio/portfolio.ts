import { slugOf } from '../naming.ts'
import { createRandom } from '../random.ts'
import { operations } from './operations.ts'
import type { Programme, ProjectPlan } from './plan.ts'
import { services } from './services.ts'
import { STACKS } from './stacks.ts'

/** A repository that belongs to a project. */
interface PlannedRepository {
  name: string
  part: string
  languages: string[]
}

export interface PlannedProject extends ProjectPlan {
  programme: Programme
  repositoriesOf: PlannedRepository[]
}

function repositoriesOf(plan: ProjectPlan): PlannedRepository[] {
  if (plan.isNamedOnly) return []
  const base = plan.repositories ?? slugOf(plan.name)
  const random = createRandom(`repositories of ${base}`)
  const parts = Object.entries(STACKS[plan.stack].repositories)
  const kept = random.sample(parts, random.int(2, parts.length))
  const planned = kept.map(([part, languages]) => ({ name: `${base}-${part}`, part, languages }))
  if (random.chance(0.3)) {
    planned.push({ name: `${base}-docs`, part: 'docs', languages: ['HTML', 'CSS'] })
  }
  return planned
}

/** All projects with their repositories. */
export const PORTFOLIO: PlannedProject[] = [...operations, ...services].flatMap((programme) =>
  programme.projects.map((plan) => ({ ...plan, programme, repositoriesOf: repositoriesOf(plan) })),
)
