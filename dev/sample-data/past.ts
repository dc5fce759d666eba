import { isRecord, type JsonRecord } from '@landscape/contracts/json'
import { addDays, REFERENCE_DATE } from '../organisation/calendar.ts'
import { repositories } from '../organisation/repositories.ts'
import { createRandom } from '../organisation/random.ts'
import { projects } from './projects.ts'

/** The technologies that some projects adopted in the last year, by section of the architecture. */
const ADOPTED: Readonly<Record<string, string[]>> = {
  cicd: ['GitHub Actions', 'Argo CD'],
  database: ['PostgreSQL'],
  frameworks: ['FastAPI', 'Next.js', 'Fastify', 'Polars'],
  infrastructure: ['Kubernetes', 'Helm', 'Terraform', 'OpenTofu'],
  languages: ['Bash', 'CSS', 'Groovy', 'HTML', 'JavaScript', 'R', 'SQL'],
}
/** The technologies that some projects gave up in the last year. */
const GIVEN_UP: Readonly<Record<string, string[]>> = {
  cicd: ['Jenkins', 'GitLab CI', 'Azure DevOps'],
  database: ['MongoDB', 'Oracle Database', 'MySQL'],
  frameworks: ['Angular', 'Laravel', 'Ruby on Rails', 'TensorFlow', 'Vue'],
  infrastructure: ['Ansible', 'CloudFormation', 'Istio', 'Pulumi', 'VMware'],
  languages: ['Perl', 'PHP', 'Scala'],
}

type Project = ReturnType<typeof projects>['projects'][number]

/** Whether an event of the last year, which has a share of all subjects, was later than a day. */
function isLater(event: string, share: number, day: string): boolean {
  const random = createRandom(event)
  const age = random.int(5, 350)
  return random.chance(share) && addDays(REFERENCE_DATE, -age) > day
}

function detailsOf({ details: [first] }: Project) {
  if (!first) throw new RangeError('a project without details')
  return first
}

/** The projects as they were on a day of the last year. */
export function projectsOn(day: string) {
  const all = projects().projects.flatMap((project) => {
    const { name, short_name: short } = detailsOf(project)
    if (isLater(`registered ${short} ${name}`, 0.2, day)) return []
    const architecture: JsonRecord = Object.fromEntries(
      Object.entries(project.architecture).map(([section, choice]) => [
        section,
        isRecord(choice) ? choiceOn(day, { short, section, choice }) : choice,
      ]),
    )
    const isUndescribed = isLater(`described ${short}`, 0.15, day)
    const details = project.details.map((one) =>
      isUndescribed ? { ...one, project_description: '' } : one,
    )
    return [{ ...project, details, architecture }]
  })
  return { projects: all }
}

interface Section {
  short: string
  section: string
  choice: JsonRecord
}

function choiceOn(day: string, { short, section, choice }: Section): JsonRecord {
  const { others } = choice
  if (!Array.isArray(others)) return choice
  const adopted = new Set(
    ADOPTED[section]?.filter((name) => isLater(`${short} adopted ${name}`, 0.3, day)),
  )
  const givenUp = (GIVEN_UP[section] ?? []).filter(
    (name) => !others.includes(name) && isLater(`${short} gave up ${name}`, 0.2, day),
  )
  return { ...choice, others: [...others.filter((name) => !adopted.has(name)), ...givenUp] }
}

/** The scan of a day of the last year. */
export function repositoriesOn(day: string) {
  const scan = repositories()
  const found = scan.repositories.filter(({ name }) => !isLater(`created ${name}`, 0.15, day))
  return { ...scan, repositories: found }
}
