import { naiveKey, type Recount, type Recounted, type StoredLandscape } from './naive-recount.ts'

/** Counts the findings of each kind, one at a time, by the rules in the API description. */
export function recountDrift(
  stored: StoredLandscape,
  counted: Recount,
  { reviewedSince }: { reviewedSince: string },
) {
  const all = [...counted.technologies.values()]
  const count = (rule: (one: Recounted, rings: (string | undefined)[]) => boolean) =>
    all.filter((one) =>
      rule(
        one,
        one.entries.map(({ ring }) => ring),
      ),
    ).length
  return {
    'on-hold-in-use': count(
      ({ activeProjects, liveRepositories }, rings) =>
        (rings.includes('hold') || rings.includes('ignore')) &&
        activeProjects.size + liveRepositories.size > 0,
    ),
    'not-on-radar': count(
      ({ entries, activeProjects }) => entries.length === 0 && activeProjects.size >= 2,
    ),
    'unused-on-radar': count(
      ({ activeProjects, liveRepositories }, rings) =>
        (rings.includes('adopt') || rings.includes('trial')) &&
        activeProjects.size + liveRepositories.size === 0,
    ),
    'undeclared-language': undeclared(stored, counted),
    'unknown-repository': unknownLinks(stored),
    'not-reviewed': all
      .flatMap(({ entries }) => entries)
      .filter(({ ring, last }) => ring !== 'ignore' && (last ?? '') < reviewedSince).length,
  }
}

interface Documents {
  projects: { projects: { source_control?: unknown }[] }
  repositories: { repositories: Repository[] }
}
interface Repository {
  url: string
  technologies: { languages: { name: string; percentage: number }[] }
}

/** Technologies of linked repositories that the project does not name, each once. */
function undeclared(stored: StoredLandscape, { of }: Recount): number {
  const { projects, repositories } = stored as unknown as Documents
  const found = new Set<string>()
  const numbers = new Map<Recounted, number>()
  const idOf = (one: Recounted) =>
    numbers.get(one) ?? (numbers.set(one, numbers.size), numbers.size - 1)
  for (const [project, { source_control: control }] of projects.projects.entries())
    for (const { url, technologies } of repositories.repositories) {
      if (!isLinked(JSON.stringify(control ?? '').toLowerCase(), url.toLowerCase())) continue
      const shares = new Map<Recounted, number>()
      for (const { name, percentage } of technologies.languages)
        shares.set(of(name), (shares.get(of(name)) ?? 0) + percentage)
      for (const [language, share] of shares)
        if (share >= 10 && !language.projects.has(project))
          found.add(`${project} ${idOf(language)}`)
    }
  return found.size
}

/** Links to an owner of the scan that fit none of its repositories, once for each project. */
function unknownLinks(stored: StoredLandscape): number {
  const { projects, repositories } = stored as unknown as Documents
  const known = repositories.repositories.map(({ url }) => url.toLowerCase())
  const owners = known.map((url) => url.slice(0, url.lastIndexOf('/')))
  const found = projects.projects.flatMap(({ source_control: control }, project) => {
    const links =
      JSON.stringify(control ?? '')
        .toLowerCase()
        .match(/https:[^"]+/g) ?? []
    return links
      .map((link) => link.replace(/(\/|\.git)$/, ''))
      .filter((link) => owners.some((owner) => link.startsWith(`${owner}/`)))
      .filter((link) => !known.includes(link))
      .map((link) => `${project} ${link}`)
  })
  return new Set(found).size
}

function isLinked(control: string, url: string): boolean {
  return ['"', '/"', '.git"'].some((end) => control.includes(url.replace('https:', '') + end))
}

/** The pairs of names that look alike. */
export function alikePairs(names: readonly string[]): [string, string][] {
  return names.flatMap((name, i) =>
    names
      .slice(i + 1)
      .filter((other) => isAlike(name, other) || isAlike(other, name))
      .map((other): [string, string] => [name, other]),
  )
}

const VENDORS = 'amazon apache aws azure google ibm microsoft ms oracle'.split(' ')
const SUFFIXES = 'js db ql sql lang framework server cloud'.split(' ')

/** Whether the first name looks like a longer or changed form of the second. */
function isAlike(longer: string, shorter: string): boolean {
  const [a, b] = [naiveKey(longer), naiveKey(shorter)]
  const [first = '', ...rest] = longer.toLowerCase().split(/[\s_-]+/)
  const isBranded = VENDORS.includes(first) && rest.length > 0 && naiveKey(rest.join('')) === b
  const version = /[\s_-]*(v(ersion)?\s*)?\d+(\.[\dx]+)*$/i
  const isVersion =
    b.length > 1 && version.test(longer) && naiveKey(longer.replace(version, '')) === b
  const isPlural = a.length > 4 && a === `${b}s` && !b.endsWith('s')
  const hasSuffix = b.length > 3 && SUFFIXES.some((suffix) => a === b + suffix)
  return isBranded || isVersion || isPlural || hasSuffix || isOneLetterApart(a, b)
}

function isOneLetterApart(a: string, b: string): boolean {
  if (![a, b].every((key) => /^\p{L}{5,}$/u.test(key)) || a.length < b.length) return false
  return Array.from(a).some((_, i) => {
    const without = a.slice(0, i) + a.slice(i + 1)
    return without === b || (a.length === b.length && without === b.slice(0, i) + b.slice(i + 1))
  })
}
