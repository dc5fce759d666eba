import { at, list, string, type Stored } from './json.ts'
import { findRepository, linksOf } from './links.ts'
import { createResolver } from './names.ts'
import { defaultDirectorate, standings, type Directorate, type Standing } from './radar.ts'

/** One technology, counted again. */
export interface Counted {
  /** Numbers of the projects that name it, with the sections and whether it is a main technology there. */
  projects: Map<number, Map<string, boolean>>
  /** Numbers of the repositories that contain it, with its size. */
  repositories: Map<number, number>
  lists: Set<string>
  entries: Standing[]
}

/** All technologies of a landscape as a directorate sees them. */
export interface Count {
  technologies: Counted[]
  of: (name: string) => Counted | undefined
  /** Numbers of the projects that are in use, and of the repositories that are not archived. */
  usersOf: (one: Counted) => { projects: number[]; repositories: number[] }
  /** Numbers of the repositories to which a project that is in use links. */
  linkedBy: (project: number) => number[]
  isInUse: (one: Counted) => boolean
  /** Whether the absence from all repositories proves anything. */
  isLanguage: (one: Counted) => boolean
}

const RETIRED = new Set(['retired', 'decommissioned', 'closed', 'archived'])

/** Counts each use one at a time. */
export function count(
  stored: Stored,
  directorate: Directorate = defaultDirectorate(stored),
): Count {
  const projects = list(at(stored.projects, 'projects'))
  const repositories = list(at(stored.repositories, 'repositories'))
  const resolve = createResolver(stored.technologyNames)
  const found = new Map<string, Counted>()
  const technology = (name: string) => {
    const known = found.get(resolve(name)) ?? empty()
    found.set(resolve(name), known)
    return known
  }
  for (const entry of standings(stored, directorate)) technology(entry.title).entries.push(entry)
  for (const [category, names] of Object.entries(stored.arrayData ?? {}))
    for (const name of list(names)) technology(string(name)).lists.add(category)
  for (const [number, repository] of repositories.entries())
    for (const language of list(at(repository, 'technologies', 'languages'))) {
      const { repositories: sizes } = technology(string(at(language, 'name')))
      sizes.set(number, (sizes.get(number) ?? 0) + Number(at(language, 'size')))
    }
  for (const [number, project] of projects.entries())
    for (const { name, section, isMain } of namesIn(project)) {
      const used = technology(name)
      const sections = used.projects.get(number) ?? new Map<string, boolean>()
      used.projects.set(number, sections.set(section, isMain || sections.get(section) === true))
    }
  const isRetired = (number: number) =>
    RETIRED.has(string(at(projects[number], 'stage')).toLowerCase())
  const usersOf = (one: Counted) => ({
    projects: [...one.projects.keys()].filter((number) => !isRetired(number)),
    repositories: [...one.repositories.keys()].filter(
      (number) => at(repositories[number], 'is_archived') !== true,
    ),
  })
  const linked = projects.map((project) =>
    linksOf(project).flatMap((link) => findRepository(repositories, link).number ?? []),
  )
  return {
    technologies: [...found.values()],
    of: (name) => found.get(resolve(name)),
    usersOf,
    linkedBy: (number) => (isRetired(number) ? [] : (linked[number] ?? [])),
    isInUse: (one) => Object.values(usersOf(one)).some((users) => users.length > 0),
    isLanguage: (one) =>
      one.repositories.size > 0 ||
      (repositories.length > 0 &&
        one.entries.some(({ quadrant }) => quadrant.toLowerCase() === 'languages')),
  }
}

function empty(): Counted {
  return { projects: new Map(), repositories: new Map(), lists: new Set(), entries: [] }
}

const RENAMED: Readonly<Record<string, string>> = {
  database: 'databases',
  source_control: 'source-control',
}
/** Parts of a project whose strings are not names of technologies. */
const NOT_NAMES = /^(hosting\.type|environments|supporting_tools\.miscellaneous\.\d+\.description)/

/** Every string below the sections of a project, with its section. */
function namesIn(project: unknown): { name: string; section: string; isMain: boolean }[] {
  const names: { name: string; section: string; isMain: boolean }[] = []
  const collect = (value: unknown, path: string) => {
    if (NOT_NAMES.test(path)) return
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) collect(part, `${path}.${key}`)
    const first = path.split('.', 1)[0] ?? ''
    const section = first === 'supporting_tools' ? 'tools' : (RENAMED[first] ?? first)
    const isMain = !/\.(others|miscellaneous)\./.test(path)
    if (string(value) !== '') names.push({ name: string(value), section, isMain })
  }
  for (const [section, value] of Object.entries(at(project, 'architecture') ?? {}))
    collect(value, section)
  for (const [i, control] of list(at(project, 'source_control')).entries())
    collect(at(control, 'type'), `source_control.${i}`)
  collect(at(project, 'supporting_tools') ?? {}, 'supporting_tools')
  return names
}
