/** Stored documents, as JSON. */
export interface StoredLandscape {
  projects: unknown
  radar: unknown
  repositories: unknown
  arrayData: unknown
  technologyNames: unknown
}

/** One technology, counted again. */
export interface Recounted {
  /** `project number, section` to whether it is a main technology there. */
  uses: Map<string, boolean>
  projects: Set<number>
  mainProjects: Set<number>
  activeProjects: Set<number>
  repositories: Set<number>
  liveRepositories: Set<number>
  bytes: number
  lists: Set<string>
  /** Ring and date of the last position of each entry of the radar, and the name of its quadrant. */
  entries: { ring: string; last: string; quadrant: string }[]
}

type Json = Record<string, unknown>
/** Documents may hold any JSON, and a recount reads it the simplest way. */
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Json | null | undefined)?.[key], value)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const string = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The form in which names are compared, character by character. */
export function naiveKey(name: string): string {
  const kept = Array.from(name.normalize('NFKC').toLowerCase()).filter(
    (character) => character.trim() !== '' && !'-_/'.includes(character),
  )
  const isLetter = (character = '') => /^\p{L}$/u.test(character)
  const isWord = (character = '') => isLetter(character) || /^\p{N}$/u.test(character)
  return kept
    .filter((character, i) => character !== '.' || !isWord(kept[i - 1]) || !isLetter(kept[i + 1]))
    .join('')
}

/** All technologies by key, and the one that a name belongs to. */
export interface Recount {
  technologies: Map<string, Recounted>
  of: (name: string) => Recounted
}

/** Counts each use one at a time. */
export function recount(stored: StoredLandscape): Recount {
  const found = new Map<string, Recounted>()
  const aliases = list(stored.technologyNames).flatMap((entry) =>
    list(at(entry, 'aliases')).map((alias) => [String(alias), string(at(entry, 'name'))] as const),
  )
  const technology = (name: string) => {
    const alias = aliases.find(([other]) => naiveKey(other) === naiveKey(name))
    const key = naiveKey(alias?.[1] ?? name)
    const known = found.get(key) ?? empty()
    found.set(key, known)
    return known
  }
  for (const entry of list(at(stored.radar, 'entries'))) {
    const last = list(at(entry, 'timeline')).at(-1)
    technology(string(at(entry, 'title'))).entries.push({
      ring: string(at(last, 'ringId')),
      last: string(at(last, 'date')),
      quadrant: string(
        at(
          list(at(stored.radar, 'quadrants')).find(
            (one) => at(one, 'id') === at(entry, 'quadrant'),
          ),
          'name',
        ),
      ),
    })
  }
  for (const [category, names] of Object.entries(stored.arrayData as Json))
    for (const name of list(names)) technology(string(name)).lists.add(category)
  for (const [number, repository] of list(at(stored.repositories, 'repositories')).entries())
    for (const language of list(at(repository, 'technologies', 'languages'))) {
      const used = technology(string(at(language, 'name')))
      used.repositories.add(number)
      if (at(repository, 'is_archived') !== true) used.liveRepositories.add(number)
      used.bytes += Number(at(language, 'size'))
    }
  for (const [number, project] of list(at(stored.projects, 'projects')).entries())
    for (const { name, section, isMain } of namesIn(project)) {
      const used = technology(name)
      const use = `${number} ${section}`
      used.uses.set(use, isMain || used.uses.get(use) === true)
      used.projects.add(number)
      if (isMain) used.mainProjects.add(number)
      if (!['retired', 'archived'].includes(string(at(project, 'stage')).toLowerCase()))
        used.activeProjects.add(number)
    }
  return { technologies: found, of: technology }
}

function empty(): Recounted {
  return {
    uses: new Map(),
    projects: new Set(),
    mainProjects: new Set(),
    activeProjects: new Set(),
    repositories: new Set(),
    liveRepositories: new Set(),
    bytes: 0,
    lists: new Set(),
    entries: [],
  }
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
