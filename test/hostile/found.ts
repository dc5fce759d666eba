import { asList, asObject, operations, type Operation } from './description.ts'
import type { Caller } from './stage.ts'

/** Addresses and ids in responses. */
export interface Found {
  /** Reads a response. */
  add: (operation: Operation, caller: Caller, text: string, type: string) => void
  /** Complete paths of an operation whose parameters a list contains, the newest ones last. */
  pathsOf: (path: string, caller: Caller, count: number) => string[]
  /** Names and slugs for arguments of tools. */
  words: (count: number) => string[]
}

/** Lists that contain the parameter of a path, if it is not the path before the parameter. */
const LISTS: Readonly<Record<string, string>> = {
  '/projects/{slug}': '/api/projects',
  '/technologies/{slug}': '/api/technologies',
  '/editions/{id}': '/api/tech-radar/editions',
  '/changes/{id}': '/review/api/history',
  '/changes/{id}/undo': '/review/api/history',
  '/assistant/api/teams/{slug}/usage': '/assistant/api/teams/historic',
}
/** The member that a parameter is called in a list. */
const MEMBERS: Readonly<Record<string, string>> = { other: 'id', project_name: 'name', alias: 'name' }

const MAX_KEPT = 5_000

export function createFound(): Found {
  const lists = new Map<string, Set<string>>()
  const isList = new Set(operations.flatMap(({ path }) => listOf(path) ?? []))
  const all = new Set<string>()
  return {
    add({ path }, caller, text, type) {
      if (!isList.has(path) || !type.includes('json')) return
      for (const element of elementsIn(text))
        for (const member of ['slug', 'id', 'name']) {
          const value = member === 'name' ? nameOf(element) : element[member]
          if (typeof value !== 'string' || value === '') continue
          const key = `${path} ${caller} ${member}`
          const known = lists.get(key) ?? new Set()
          lists.set(key, known)
          if (known.size < MAX_KEPT) known.add(value)
          if (all.size < MAX_KEPT && value.length < 400) all.add(value)
        }
    },
    pathsOf(path, caller, count) {
      const list = listOf(path)
      const name = /\{(\w+)\}/.exec(path)?.[1] ?? ''
      const values = [...(lists.get(`${list} ${caller} ${MEMBERS[name] ?? name}`) ?? [])]
      return spread(values.filter(isEncodable), count).map((value) =>
        path.replaceAll(/\{\w+\}/g, encodeURIComponent(value)),
      )
    },
    words: (count) => spread([...all].filter(isEncodable), count),
  }
}

function listOf(path: string): string | undefined {
  const at = path.indexOf('/{')
  return at < 0 ? undefined : (LISTS[path] ?? path.slice(0, at))
}

function elementsIn(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    const inside = Object.values(asObject(value)).find((member) => Array.isArray(member))
    return asList(Array.isArray(value) ? value : inside).map(asObject)
  } catch {
    // Only complete responses are kept.
    return []
  }
}

/** Of a project of the registry, of a listed one, or of a team. */
function nameOf(element: Readonly<Record<string, unknown>>): unknown {
  return element['name'] ?? asObject(asList(element['details'])[0])['name']
}

/** No client can send half a character in an address. */
function isEncodable(value: string): boolean {
  return value.isWellFormed() && value.length < 2_000 && value !== '.' && value !== '..'
}

/** Some values from all parts of a list, and the last ones. */
function spread(values: readonly string[], count: number): string[] {
  if (values.length <= count) return [...values]
  const step = values.length / count
  return Array.from({ length: count }, (_, at) => values[Math.floor((at + 1) * step) - 1] ?? '')
}
