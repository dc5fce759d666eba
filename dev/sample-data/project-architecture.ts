import type { PlannedProject } from './portfolio/portfolio.ts'
import { STACKS } from './portfolio/stacks.ts'
import type { Random } from './random.ts'

const others = (names: string[]) => ({ main: [], others: names })

function environments(stage: string, random: Random) {
  const live = stage !== 'Development'
  return {
    dev: true,
    int: random.chance(0.4),
    uat: random.chance(0.5),
    preprod: live || random.chance(0.5),
    prod: live,
    postprod: live && random.chance(0.1),
  }
}

/** The sections the client sends as they are when the whole architecture was skipped. */
const NOTHING_FILLED_IN = {
  hosting: '',
  database: '',
  languages: [],
  frameworks: [],
  cicd: [],
  environments: {},
  infrastructure: [],
  publishing: [],
}

/** The architecture section, its skipped parts in the shapes the web client sends for them. */
export function architecture(project: PlannedProject, stage: string, random: Random) {
  const skipped = project.skipped ?? []
  if (skipped.includes('architecture')) return NOTHING_FILLED_IN
  const stack = STACKS[project.stack]
  const some = (names: string[], most: number) => random.sample(names, random.int(1, most))
  const databases = some(stack.database, 2)
  const mainIsKnown = random.chance(0.3)
  return {
    hosting: skipped.includes('hosting')
      ? ''
      : { type: [stack.hosting.type], details: stack.hosting.details },
    database: mainIsKnown
      ? { main: databases.slice(0, 1), others: databases.slice(1) }
      : others(databases),
    languages: { main: some(stack.main, 2), others: some(stack.others, 3) },
    frameworks: others(some(stack.frameworks, 3)),
    cicd: others(some(stack.cicd, 2)),
    environments: skipped.includes('environments') ? {} : environments(stage, random),
    infrastructure: others(some(stack.infrastructure, 4)),
    publishing: random.chance(0.8) ? others(some(stack.publishing, 2)) : [],
  }
}
