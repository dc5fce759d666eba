import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@landscape/contracts/json'
import { haveSameHolder, projectOf } from '@landscape/contracts/projects'
import type { Step } from './diff.ts'
import {
  escaped,
  mayShareName,
  namesOf,
  namingOf,
  repetitionOf,
  segmentsOf,
  unescaped,
} from './paths.ts'
import { stepTree, type StepTree } from './step-tree.ts'

/** The document without a change, or the paths that later changes altered. */
type Reverted = { value: unknown } | { conflicts: string[] }

/** Steps by path. */
type Node = StepTree<string>

/**
 * Reverts a change in a later version and keeps all later changes of other paths. Paths are matched by
 * name, since elements may have moved.
 */
export function revert(current: unknown, steps: readonly Step[]): Reverted {
  const conflicts: string[] = []
  const value = without(
    current,
    stepTree(steps, ({ path }) => segmentsOf(path)),
    conflicts,
  )
  return conflicts.length > 0 ? { conflicts } : { value }
}

/** The named parts of an object or array. */
interface Parts {
  names: string[]
  values: unknown[]
}

function without(value: unknown, node: Node, conflicts: string[]): unknown {
  if (node.own.some(({ path, order }) => path === '' && !order)) {
    // The creation or replacement of a document is not reverted.
    conflicts.push('')
    return value
  }
  const parts = partsOf(value, node.path)
  if (!parts) {
    conflicts.push(...pathsIn(node))
    return value
  }
  const byIndex = Array.isArray(value) && namingOf(node.path, value) === 'index'
  for (const { path, order, before, after } of node.own) {
    if (order && !arrange(parts, before as string[], after as string[])) conflicts.push(path)
  }
  for (const step of node.own) {
    if (step.op === 'add') removeAdded(parts, step, conflicts)
  }
  for (const step of node.own) {
    if (step.op === 'remove') restoreRemoved(parts, step, { list: node.path, byIndex, conflicts })
  }
  const indexes = new Map(parts.names.map((name, i) => [name, i]))
  for (const { op, path, order, before, after } of node.own) {
    if (op !== 'replace' || order) continue
    const index = indexes.get(lastOf(path))
    if (index !== undefined && isDeepStrictEqual(parts.values[index], after))
      parts.values[index] = before
    else conflicts.push(path)
  }
  for (const [name, inside] of node.inside) {
    const index = indexes.get(name)
    if (index === undefined) conflicts.push(...pathsIn(inside))
    else parts.values[index] = without(parts.values[index], inside, conflicts)
  }
  return closed(value, parts)
}

function partsOf(value: unknown, path: string[]): Parts | undefined {
  if (Array.isArray(value)) {
    const naming = namingOf(path, value) ?? 'value'
    return { names: namesOf(path, value, naming), values: [...(value as unknown[])] }
  }
  if (typeof value !== 'object' || value === null) return undefined
  return { names: Object.keys(value).map(escaped), values: Object.values(value) }
}

function removeAdded(parts: Parts, { path, after }: Step, conflicts: string[]): void {
  const index = parts.names.indexOf(lastOf(path))
  if (index === -1 || !isDeepStrictEqual(withoutNewId(parts.values[index], path, after), after)) {
    conflicts.push(path)
    return
  }
  parts.names.splice(index, 1)
  parts.values.splice(index, 1)
}

/** An element as it was added, without an id that its document got since: its name in the path. */
function withoutNewId(value: unknown, path: string, added: unknown): unknown {
  if (!isRecord(value) || !isRecord(added) || Object.hasOwn(added, 'id')) return value
  const { id, ...rest } = value
  return id === unescaped(lastOf(path)) ? rest : value
}

function restoreRemoved(
  parts: Parts,
  { path, at, position, before }: Step,
  { list, byIndex, conflicts }: { list: string[]; byIndex: boolean; conflicts: string[] },
): void {
  const { names, values } = parts
  const name = lastOf(path)
  const isShared = mayShareName(list, before)
  const namesakes = isShared ? namesakesOf(name, names) : []
  const isTaken = isShared
    ? namesakes.some((i) => shareHolder(before, values[i]))
    : !byIndex && names.includes(name)
  if (isTaken) {
    conflicts.push(path)
    return
  }
  const last = at.at(-1)
  const wanted = typeof last === 'number' ? last : (position ?? names.length)
  // It gets its repetition number again, which earlier changes use in their paths.
  const earlier = namesakes.slice(0, repetitionOf(name) - 1).at(-1) ?? -1
  const later = namesakes[repetitionOf(name) - 1] ?? names.length
  const index = Math.min(Math.max(wanted, earlier + 1), later)
  names.splice(index, 0, name)
  values.splice(index, 0, before)
  if (namesakes.length > 0) parts.names = namesOf(list, values, 'key')
}

/** Indexes of the elements with the same name. */
function namesakesOf(segment: string, names: readonly string[]): number[] {
  const name = unescaped(segment)
  if (!names.includes(escaped(name))) return []
  return [...names.keys()].filter((i) => unescaped(names[i] ?? '') === name)
}

/** Restores the previous order of the parts that a change ordered; other parts keep their index. */
function arrange(parts: Parts, before: readonly string[], after: readonly string[]): boolean {
  const ordered = new Set(after)
  const indexes = [...parts.names.keys()].filter((i) => ordered.has(parts.names[i] ?? ''))
  const now = indexes.map((i) => parts.names[i])
  const present = new Set(now)
  if (
    !isDeepStrictEqual(
      now,
      after.filter((name) => present.has(name)),
    )
  )
    return false
  const values = new Map(parts.names.map((name, i) => [name, parts.values[i]]))
  // Parts that the change added have no previous index: they move to the end, and are removed afterwards.
  const restored = [
    ...before.filter((name) => present.has(name)),
    ...after.filter((name) => present.has(name) && !before.includes(name)),
  ]
  for (const [i, index] of indexes.entries()) {
    const name = restored[i] ?? ''
    parts.names[index] = name
    parts.values[index] = values.get(name)
  }
  return true
}

function closed(was: unknown, { names, values }: Parts): unknown {
  if (Array.isArray(was)) return values
  return Object.fromEntries(names.map((name, i) => [unescaped(name), values[i]]))
}

function pathsIn({ own, inside }: Node): string[] {
  return [...own.map(({ path }) => path), ...[...inside.values()].flatMap(pathsIn)]
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function shareHolder(element: unknown, other: unknown): boolean {
  const [one, two] = [projectOf(element), projectOf(other)]
  return !one.isOpaque && !two.isOpaque && haveSameHolder(one, two)
}
