import { isRecord } from '@landscape/contracts/json'
import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { oncePerFrozen } from '@landscape/contracts/once-per-object'

/**
 * Renames a technology in every project. The match is exact.
 *
 * @returns the document (the same object if unchanged) and the number of changed projects
 */
export function normaliseTechnology(
  document: ProjectsDocument,
  from: string,
  to: string,
): { document: ProjectsDocument; updatedProjects: number } {
  const projects = document.projects ?? []
  const next = projects.map((project) => renameInProject(project, from, to))
  const updatedProjects = next.filter((project, i) => project !== projects[i]).length
  if (updatedProjects === 0) return { document, updatedProjects }
  return { document: { ...document, projects: next }, updatedProjects }
}

function renameInProject(project: unknown, from: string, to: string): unknown {
  if (from === to || !technologyNames(project).has(from)) return project
  const renamed = LIST_FIELDS.reduce(
    (value, path) => mapAt(value, path, (list) => renameInList(list, from, to)),
    project,
  )
  return NAME_FIELDS.reduce(
    (value, path) => mapAt(value, path, (name) => (name === from ? to : name)),
    renamed,
  )
}

/** The names in the fields of a project that hold technologies. */
function technologyNames(project: unknown): ReadonlySet<unknown> {
  return isRecord(project) ? gatherOnce(project) : gather(project)
}

/** Most projects lack the name that is replaced, and a new version shares the others. */
const gatherOnce = oncePerFrozen(gather)

function gather(project: unknown): ReadonlySet<unknown> {
  const names = new Set<unknown>()
  const add = (leaf: unknown) => {
    for (const name of Array.isArray(leaf) ? leaf : [leaf]) {
      if (typeof name === 'string') names.add(name)
    }
    return leaf
  }
  for (const path of [...LIST_FIELDS, ...NAME_FIELDS]) mapAt(project, path, add)
  return names
}

/**
 * Renames every occurrence in an array of names, then removes duplicates. An array without the name and
 * any other value are returned unchanged.
 */
export function renameInList(list: unknown, from: string, to: string): unknown {
  if (!Array.isArray(list) || !list.includes(from)) return list
  const seen = new Set<string>()
  return list
    .map((name: unknown) => (name === from ? to : name))
    .filter((name) => {
      if (typeof name !== 'string') return true
      if (seen.has(name)) return false
      seen.add(name)
      return true
    })
}

/** Path step that matches every element of an array. */
export const EACH = Symbol('each element')

type Path = readonly (string | typeof EACH)[]

const ARCHITECTURE = [
  'languages',
  'database',
  'frameworks',
  'infrastructure',
  'cicd',
  'publishing',
] as const

/** Names of the specification, then those of existing data. */
const TOOLS = [
  'code_editors',
  'ui_tools',
  'user_interface',
  'diagram_tools',
  'diagrams',
  'documentation_tools',
  'documentation',
  'communication_tools',
  'communication',
  'collaboration_tools',
  'collaboration',
] as const

const SINGLE_TOOLS = ['project_tracking_tools', 'project_tracking', 'incident_management'] as const

const lists = (section: string, names: readonly string[]): Path[] =>
  names.flatMap((name) => [
    [section, name, 'main'],
    [section, name, 'others'],
  ])

/** Paths of arrays of technology names. `hosting.type` is a kind, not a technology. */
const LIST_FIELDS: readonly Path[] = [
  ...lists('architecture', ARCHITECTURE),
  ['architecture', 'hosting', 'details'],
  ...lists('supporting_tools', TOOLS),
]

/** Paths of single technology names. */
const NAME_FIELDS: readonly Path[] = [
  ...SINGLE_TOOLS.map((name): Path => ['supporting_tools', name]),
  ['supporting_tools', 'miscellaneous', EACH, 'name'],
  ['source_control', EACH, 'type'],
]

/**
 * Replaces the value at a path. A missing section or one of another type is left unchanged, and unchanged
 * values stay the same objects.
 */
export function mapAt(value: unknown, path: Path, map: (leaf: unknown) => unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return map(value)
  if (step === EACH) {
    if (!Array.isArray(value)) return value
    const next = value.map((item) => mapAt(item, rest, map))
    return next.some((item, i) => item !== value[i]) ? next : value
  }
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value
  const next = mapAt(value[step], rest, map)
  return next === value[step] ? value : { ...value, [step]: next }
}
