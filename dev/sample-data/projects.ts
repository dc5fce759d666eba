import { repositoryUrl } from './naming.ts'
import { architecture } from './project-architecture.ts'
import { peopleOf } from './project-people.ts'
import { supportingTools } from './project-tools.ts'
import { type PlannedProject, PORTFOLIO } from './portfolio/portfolio.ts'
import { createRandom, type Random } from './random.ts'

const PARTNERS = ['Tidal Works', 'Blue Fathom Systems', 'Northern Quay Software']

/** Two elements come from the web client; one element and a list as second element are older. */
function developed(random: Random) {
  const partner = random.pick(PARTNERS)
  const share = random.next()
  if (share < 0.55) return ['In House', '']
  if (share < 0.7) return ['Outsourced', partner]
  if (share < 0.85) return ['Partnership', partner]
  if (share < 0.9) return ['', '']
  return share < 0.95 ? ['In House'] : ['Partnership', [partner, 'Acme Coast']]
}

function sourceControl({ skipped, repositoriesOf }: PlannedProject) {
  if (skipped?.includes('source_control')) return ''
  const links = repositoriesOf.map(({ name, part }) => ({
    description: part,
    url: repositoryUrl(name),
  }))
  return [{ type: 'Github', links }]
}

function details({ name, short, about, needs, programme, repositoriesOf }: PlannedProject) {
  const site = repositoriesOf[0]?.name.replace(/-[a-z]+$/, '')
  return {
    name,
    short_name: short,
    documentation_link: [`https://docs.acme-coast.example/${site}`],
    project_description: about,
    programme_name: programme.name,
    programme_short_name: programme.short,
    project_dependencies: Object.entries(needs ?? {}).map(([needed, why]) => ({
      name: needed,
      description: why,
    })),
  }
}

const STAGES = ['Development', 'Active Support', 'Active Support', 'Active Support']

function stageOf(project: PlannedProject, random: Random): string {
  if (project.stack === 'legacy') return random.pick(['Unsupported', 'Active Support'])
  return random.chance(0.05) ? '' : random.pick(STAGES)
}

function record(project: PlannedProject, index: number) {
  const random = createRandom(`project ${project.short}`)
  const { user, owner } = peopleOf(project, random)
  const stage = stageOf(project, random)
  return {
    user,
    details: [details(project)],
    developed: developed(random),
    source_control: sourceControl(project),
    architecture: architecture(project, stage, random),
    stage,
    // Nearly everything stored was written by the web client and has its names for the tools.
    supporting_tools: supportingTools(project, index % 8 !== 4, random),
    owner,
  }
}

/** The project registry as it is stored, with the hidden owner of each record. */
export function projects() {
  return { projects: PORTFOLIO.map(record) }
}
