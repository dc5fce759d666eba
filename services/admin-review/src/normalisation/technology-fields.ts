import { isRecord } from '@landscape/contracts'

/** A step of a path that stands for every element of an array. */
export const EACH = Symbol('each element')

export type Path = readonly (string | typeof EACH)[]

const ARCHITECTURE = [
  'languages',
  'database',
  'frameworks',
  'infrastructure',
  'cicd',
  'publishing',
] as const

/** Names of the specification, then those in which existing data is stored. */
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

/** Where a project names technologies in a list. `hosting.type` is a kind, not a technology. */
export const LIST_FIELDS: readonly Path[] = [
  ...lists('architecture', ARCHITECTURE),
  ['architecture', 'hosting', 'details'],
  ...lists('supporting_tools', TOOLS),
]

/** Where a project names one technology. */
export const NAME_FIELDS: readonly Path[] = [
  ...SINGLE_TOOLS.map((name): Path => ['supporting_tools', name]),
  ['supporting_tools', 'miscellaneous', EACH, 'name'],
  ['source_control', EACH, 'type'],
]

/**
 * Replaces what lies at a path. Whatever the path does not fit (a section that is missing or of
 * another type) is left alone, and what is not altered stays the same object.
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
