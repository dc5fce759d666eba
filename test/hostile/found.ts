import type { Answer } from './client.ts'
import { asList, asObject, operations, type Operation } from './description.ts'
import type { Caller } from './stage.ts'

/** A request whose response may not be a server error. */
export interface Asked {
  caller: Caller
  method: string
  /** Path and query, encoded. */
  target: string
  body?: unknown
  operation: Operation
  /** Whether a response of the landscape contains this address: it has to work. */
  isListed: boolean
}

/** Addresses and names in responses. */
export interface Found {
  add: (asked: Asked, answer: Answer) => void
  /** Complete paths of an operation whose last parameter a list contains. */
  pathsOf: (path: string, caller: Caller, count: number) => string[]
  /** Names and slugs for arguments of tools. */
  words: (count: number) => string[]
}

/** Lists that contain the parameter of a path, if it is not the path before the parameter. */
const LISTS: Readonly<Record<string, string>> = {
  '/projects/{slug}': '/api/projects',
  '/technologies/{slug}': '/api/technologies',
  '/editions/{id}': '/api/tech-radar/editions',
  '/changes/{id}': '/admin/api/history',
  '/changes/{id}/undo': '/admin/api/history',
  '/assistant/api/teams/{slug}/usage': '/assistant/api/teams/historic',
}
/** The members of an element that addresses contain, by parameter. */
const MEMBERS: Readonly<Record<string, string>> = { project_name: 'name', slug: 'slug', id: 'id' }
const MAX_KEPT = 5_000

export function createFound(): Found {
  /** By path of the list, caller and member: the value, and the path of the list. */
  const lists = new Map<string, Map<string, string>>()
  const words = new Set<string>()
  const isList = new Set(operations.map(({ path }) => parentOf(path).list))
  return {
    add({ operation, caller, target, method }, { text, type }) {
      if (!isList.has(operation.path) || method !== 'GET' || !type.includes('json')) return
      const [path = ''] = target.split('?')
      for (const element of elementsIn(text))
        for (const member of ['slug', 'id', 'name']) {
          const value = member === 'name' ? nameOf(element) : element[member]
          if (typeof value !== 'string' || !isEncodable(value)) continue
          const key = `${operation.path} ${caller} ${member}`
          const known = lists.get(key) ?? new Map<string, string>()
          lists.set(key, known)
          if (known.size < MAX_KEPT) known.set(value, path)
          if (words.size < MAX_KEPT && value.length < 400) words.add(value)
        }
    },
    pathsOf(path, caller, count) {
      const { list, own, parameter, rest } = parentOf(path)
      const values = lists.get(`${list} ${caller} ${MEMBERS[parameter] ?? parameter}`) ?? new Map()
      return spread([...values], count).map(([value, from]) => {
        const prefix = own.includes('{') ? from : own
        return `${prefix}/${encodeURIComponent(value)}${rest}`
      })
    },
    words: (count) => spread([...words], count),
  }
}

/** Splits a path at its last parameter. */
function parentOf(path: string) {
  const [, own = '', parameter = '', rest = ''] = /^(.*)\/\{(\w+)\}([^{]*)$/.exec(path) ?? []
  return { list: LISTS[path] ?? own, own, parameter, rest }
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

/** No client can send half a character in an address, and the gateway rejects NUL in a path. */
function isEncodable(value: string): boolean {
  const isUnsafe = ['', '.', '..'].includes(value) || value.includes('\0')
  return value.isWellFormed() && value.length < 2_000 && !isUnsafe
}

/** Values from all parts of a list: the first one, the last one, and some between them. */
function spread<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count) return [...values]
  const step = (values.length - 1) / Math.max(1, count - 1)
  return Array.from({ length: count }, (_, at) => values[Math.round(at * step)] as T)
}
