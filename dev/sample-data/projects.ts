import { repositoryUrl, slugOf } from '../organisation/naming.ts'
import { CONTACTS, type Person } from '../organisation/people.ts'
import { type PlannedProject, PORTFOLIO } from '../organisation/portfolio/portfolio.ts'
import { createRandom, type Random } from '../organisation/random.ts'
import { architecture, supportingTools } from './project-technology.ts'
import { asWritten } from './untidy-names.ts'

/** The developer user of development mode; owns a few projects so that its list is not empty. */
export const DEVELOPER = 'dev@acme-coast.example'

const user = ({ email, grade }: Person, roles: string[]) => ({ email, roles, grade })

/** The users in their fixed order (technical contact, delivery manager, editors) and the hidden owner. */
function peopleOf(project: PlannedProject, random: Random) {
  const [technical, manager, ...editors] = random.shuffle(CONTACTS).slice(0, random.int(2, 5))
  if (!technical || !manager) throw new RangeError('too few contacts')
  if (project.isNamedOnly) return { user: [user(technical, ['Editor'])], owner: technical.email }
  const users = [
    user(asTyped(technical, random), [
      'Technical Contact',
      ...(random.chance(0.6) ? ['Editor'] : []),
    ]),
    user(manager, ['Delivery Manager']),
    ...editors.map((editor) => user(editor, ['Editor'])),
  ]
  if (project.programme.short === 'NAV') {
    return {
      user: [...users, { email: DEVELOPER, roles: ['Editor'], grade: '' }],
      owner: DEVELOPER,
    }
  }
  // The creator of one project in six is not among its users.
  const owner = random.chance(1 / 6) ? random.pick(CONTACTS) : (editors[0] ?? technical)
  return { user: users, owner: owner.email }
}

/** Some e-mail addresses have capitals, because ownership ignores case. */
function asTyped(person: Person, random: Random): Person {
  if (!random.chance(0.1)) return person
  const initials = /(?:^|\.)[a-z](?=[^@]*@)/g
  return { ...person, email: person.email.replaceAll(initials, (part) => part.toUpperCase()) }
}

const PARTNERS = ['Tidal Works', 'Blue Fathom Systems', 'Northern Quay Software']

/** The web client sends two elements; one element, or an array as the second, is the older form. */
function developed(random: Random) {
  const partner = random.pick(PARTNERS)
  const share = random.next()
  if (share < 0.55) return ['In House', '']
  if (share < 0.7) return ['Outsourced', partner]
  if (share < 0.85) return ['Partnership', partner]
  if (share < 0.9) return ['', '']
  return share < 0.95 ? ['In House'] : ['Partnership', [partner, 'Acme Coast']]
}

function sourceControl({ name, skipped, repositoriesOf, isNamedOnly }: PlannedProject) {
  if (skipped?.includes('source_control')) return ''
  if (isNamedOnly) return [{ type: 'Github', links: [{ url: repositoryUrl(slugOf(name)) }] }]
  const links = repositoriesOf.map(({ name, part }) => ({
    description: part,
    url: repositoryUrl(name),
  }))
  return [{ type: 'Github', links }]
}

function details({ name, short, about, needs, programme, repositoriesOf }: PlannedProject) {
  const site = repositoriesOf[0]?.name.replace(/-[a-z]+$/, '') ?? slugOf(name)
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
  if (project.isNamedOnly) return ''
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
    architecture: asWritten(project.short, architecture(project, stage, random)),
    stage,
    // Most stored projects have the web client's names of tools.
    supporting_tools: asWritten(project.short, supportingTools(project, index % 8 !== 4, random)),
    owner,
  }
}

/** The stored project registry, with the hidden owner of each record. */
export function projects() {
  return { projects: PORTFOLIO.map(record) }
}
