import type { PlannedProject } from '../organisation/portfolio/portfolio.ts'
import { STACKS } from '../organisation/portfolio/stacks.ts'
import type { Random } from '../organisation/random.ts'
import { technologyLists } from './catalogue/catalogue.ts'

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

/** Sections that the client sends unchanged when a user skips the architecture. */
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

/** The architecture section, whose skipped parts have the shapes that the web client sends. */
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

const LEGACY_NAMES: Record<string, string> = {
  ui_tools: 'user_interface',
  diagram_tools: 'diagrams',
  project_tracking_tools: 'project_tracking',
  documentation_tools: 'documentation',
  communication_tools: 'communication',
  collaboration_tools: 'collaboration',
}

const MISCELLANEOUS = [
  { name: 'Chart plotter', description: 'prints large charts for the control room' },
  { name: 'Pager relay', description: 'reaches the watch when the network is down' },
  { name: 'Label printer', description: 'prints licence labels' },
]

/** The supporting tools under the specification's names, or under those of the web client. */
export function supportingTools(project: PlannedProject, legacyNames: boolean, random: Random) {
  const lists = technologyLists()
  const isSkipped = project.skipped?.includes('tools') ?? false
  const section = (names: string[] = []) =>
    isSkipped ? [] : { main: [], others: random.sample(names, random.int(1, 2)) }
  const tools = {
    code_editors: section(STACKS[project.stack].editors),
    ui_tools: section(lists.user_interface),
    diagram_tools: section(lists.diagrams),
    project_tracking_tools: isSkipped
      ? []
      : random.pick(['Jira', 'Jira', 'Jira', 'Trello', 'GitHub Projects']),
    documentation_tools: section(lists.documentation),
    communication_tools: section(lists.communication),
    collaboration_tools: section(lists.collaboration),
    incident_management: isSkipped ? [] : random.pick(['ServiceNow', 'ServiceNow', 'Jira']),
  }
  if (!legacyNames) return tools
  const renamed = Object.entries(tools).map(([name, tool]) => [LEGACY_NAMES[name] ?? name, tool])
  const miscellaneous = isSkipped ? [] : random.sample(MISCELLANEOUS, random.int(0, 1))
  return { ...Object.fromEntries(renamed), miscellaneous }
}
