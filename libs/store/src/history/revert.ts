import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@landscape/contracts/json'
import type { Step } from './diff.ts'
import { escaped, segmentsOf, unescaped } from '@landscape/contracts/change-path'
import { namesOf, namingOf } from './element-names.ts'
import { restoreRemoved, type Parts } from './restore-removed.ts'
import { stepTree, type StepTree } from './step-tree.ts'

/** The document without a change, or the paths that later changes altered. */
type Reverted = { value: unknown } | { conflicts: string[] }

/** Steps by path. */
type Node = StepTree<string>

/**
 * Reverts a change in a later version and keeps all later changes of other paths. Paths are matched by
 * name, since elements may have moved. The work is linear in the steps and in the parts of the arrays and
 * objects that they altered.
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

function without(value: unknown, node: Node, conflicts: string[]): unknown {
  if (node.own.some(({ path, order }) => path === '' && !order)) {
    // The creation or replacement of a document is not reverted.
    conflicts.push('')
    return value
  }
  const parts = partsOf(value, node.path)
  if (!parts) {
    addPaths(node, conflicts)
    return value
  }
  const byIndex = Array.isArray(value) && namingOf(node.path, value) === 'index'
  for (const { path, order, before, after } of node.own) {
    if (order && !arrange(parts, before as string[], after as string[])) conflicts.push(path)
  }
  const stepsOf = (wanted: Step['op']) => node.own.filter(({ op }) => op === wanted)
  removeAdded(parts, stepsOf('add'), conflicts)
  restoreRemoved(parts, stepsOf('remove'), { list: node.path, byIndex, conflicts })
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
    if (index === undefined) addPaths(inside, conflicts)
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

function removeAdded(parts: Parts, steps: readonly Step[], conflicts: string[]): void {
  if (steps.length === 0) return
  const indexes = new Map(parts.names.map((name, i) => [name, i]))
  const removed = new Set<number>()
  for (const { path, after } of steps) {
    const index = indexes.get(lastOf(path))
    const isPresent =
      index !== undefined &&
      isDeepStrictEqual(withoutNewId(parts.values[index], path, after), after)
    if (isPresent) removed.add(index)
    else conflicts.push(path)
  }
  const stays = (_: unknown, i: number) => !removed.has(i)
  parts.names = parts.names.filter(stays)
  parts.values = parts.values.filter(stays)
}

/** An element as it was added, without an id that its document got since: its name in the path. */
function withoutNewId(value: unknown, path: string, added: unknown): unknown {
  if (!isRecord(value) || !isRecord(added) || Object.hasOwn(added, 'id')) return value
  const { id, ...rest } = value
  return id === unescaped(lastOf(path)) ? rest : value
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
  const earlier = new Set(before)
  // Parts that the change added have no previous index: they move to the end, and are removed afterwards.
  const restored = [
    ...before.filter((name) => present.has(name)),
    ...after.filter((name) => present.has(name) && !earlier.has(name)),
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

function addPaths({ own, inside }: Node, paths: string[]): void {
  for (const { path } of own) paths.push(path)
  for (const node of inside.values()) addPaths(node, paths)
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
