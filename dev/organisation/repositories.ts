import { addDays, moved, REFERENCE_DATE, workingTime } from './calendar.ts'
import { repositoryUrl } from './naming.ts'
import { PORTFOLIO } from './portfolio/portfolio.ts'
import { createRandom, type Random } from './random.ts'

/** Repositories that belong to no project: templates, trials, shared libraries. */
const UNATTACHED: Record<string, string[]> = {
  'template-node-service': ['TypeScript', 'Dockerfile'],
  'template-python-package': ['Python', 'Makefile'],
  'template-terraform-module': ['HCL', 'Shell'],
  'engineering-handbook': ['HTML', 'CSS'],
  'coding-standards': ['HTML', 'Shell'],
  'hackathon-2022-whale-radio': ['JavaScript', 'HTML'],
  'hackathon-2024-drift-bottles': ['Elixir', 'HTML'],
  'shared-java-logging': ['Java', 'Groovy'],
  'shared-r-themes': ['R'],
  'shared-python-units': ['Python'],
  'github-actions': ['Shell', 'JavaScript'],
  'dev-environment': ['Shell', 'Dockerfile'],
  'excel-macros': ['VBA'],
  'tide-clock-firmware': ['C', 'C++'],
  'mobile-shore-app': ['Dart', 'Kotlin'],
  'julia-spectra': ['Julia', 'Jupyter Notebook'],
  'sas-archive': ['SAS'],
  'load-tests': ['TypeScript', 'Shell'],
  'empty-proposal': [],
  'interview-exercises': ['Python', 'TypeScript', 'Java'],
  'rust-evaluation': ['Rust'],
  'old-tide-predictor': ['Fortran', 'C'],
}

function languagesOf(names: string[], random: Random) {
  const sizes = names.map((_name, rank) => Math.ceil(random.int(20_000, 900_000) / 5 ** rank))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return names.map((name, rank) => {
    const size = sizes[rank] ?? 0
    return { name, size, percentage: Math.round((size / total) * 1000) / 10 }
  })
}

/** Most repositories have commits of this year, a few none for almost five years. */
function lastCommit(random: Random): string | null {
  if (random.chance(0.02)) return null
  const age = random.chance(0.6) ? random.int(1, 250) : random.int(250, 1800)
  return `${addDays(REFERENCE_DATE, -age)}T${workingTime(random.next())}Z`
}

function repository(name: string, languages: string[]) {
  const random = createRandom(`repository ${name}`)
  const last = lastCommit(random)
  const isOld = last !== null && last < moved('2024-03-01')
  return {
    name,
    url: repositoryUrl(name),
    visibility: random.pick(['PUBLIC', 'PRIVATE', 'PRIVATE', 'INTERNAL', 'INTERNAL']),
    is_archived: isOld && random.chance(0.6),
    last_commit: languages.length === 0 ? null : last,
    technologies: { languages: languagesOf(languages, random) },
  }
}

/** The statistics document of the nightly repository scan, by name. */
export function repositories() {
  const attached = PORTFOLIO.flatMap((project) => project.repositoriesOf)
  const found = [
    ...attached.map(({ name, languages }) => repository(name, languages)),
    ...Object.entries(UNATTACHED).map(([name, languages]) => repository(name, languages)),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { repositories: found, metadata: { last_updated: `${REFERENCE_DATE}T05:00:00Z` } }
}
