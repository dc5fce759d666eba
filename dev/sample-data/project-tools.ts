import type { PlannedProject } from './portfolio/portfolio.ts'
import { STACKS } from './portfolio/stacks.ts'
import type { Random } from './random.ts'
import { technologyLists } from './technology-lists.ts'

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
