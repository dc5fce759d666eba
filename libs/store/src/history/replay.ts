import { HistoryDamaged } from './damaged.ts'
import type { Step } from './diff.ts'
import { stepTree, type StepTree } from './step-tree.ts'

/** Applies the steps of a change; the result is exact, including the order of members. */
export function replay(before: unknown, steps: readonly Step[]): unknown {
  return steps.length === 0 ? before : forward(before, treeOf(steps))
}

/** Reverts the steps of a change, which must be the last one. */
export function rewind(after: unknown, steps: readonly Step[]): unknown {
  return steps.length === 0 ? after : backward(after, treeOf(steps))
}

const treeOf = (steps: readonly Step[]) => stepTree<string | number>(steps, ({ at }) => at)
type Node = StepTree<string | number>

/** The members of an object with their names, or the elements of an array. */
interface Parts {
  names: string[] | undefined
  values: unknown[]
}

function forward(value: unknown, { own, inside }: Node): unknown {
  const [first] = own
  if (first && isOfDocument(first)) return first.after
  const parts = open(value)
  for (const [key, node] of inside) swap(parts, key, (part) => forward(part, node))
  for (const step of own) if (isReplacement(step)) swap(parts, lastOf(step), () => step.after)
  remove(
    parts,
    own.filter(({ op }) => op === 'remove'),
  )
  for (const step of own) if (step.op === 'add') insert(parts, step, step.after)
  for (const { order } of own) if (order) rearrange(parts, order)
  return closed(parts)
}

function backward(value: unknown, { own, inside }: Node): unknown {
  const [first] = own
  if (first && isOfDocument(first)) return first.before
  const parts = open(value)
  for (const { order } of own) if (order) rearrange(parts, inverse(order))
  remove(
    parts,
    own.filter(({ op }) => op === 'add'),
  )
  for (const step of own) if (step.op === 'remove') insert(parts, step, step.before)
  for (const step of own) if (isReplacement(step)) swap(parts, lastOf(step), () => step.before)
  for (const [key, node] of inside) swap(parts, key, (part) => backward(part, node))
  return closed(parts)
}

function isOfDocument({ order, at }: Step): boolean {
  return !order && at.length === 0
}

function isReplacement({ op, order }: Step): boolean {
  return op === 'replace' && !order
}

function lastOf({ at }: Step): string | number {
  return at.at(-1) ?? ''
}

function open(value: unknown): Parts {
  if (Array.isArray(value)) return { names: undefined, values: [...(value as unknown[])] }
  if (typeof value === 'object' && value !== null) {
    return { names: Object.keys(value), values: Object.values(value) }
  }
  throw mismatch()
}

function closed({ names, values }: Parts): unknown {
  return names ? Object.fromEntries(names.map((name, i) => [name, values[i]])) : values
}

function indexOf({ names, values }: Parts, key: string | number): number {
  const index = typeof key === 'number' ? key : (names?.indexOf(key) ?? -1)
  if (index < 0 || index >= values.length) throw mismatch()
  return index
}

function swap(parts: Parts, key: string | number, make: (part: unknown) => unknown): void {
  const index = indexOf(parts, key)
  parts.values[index] = make(parts.values[index])
}

function remove(parts: Parts, steps: readonly Step[]): void {
  if (steps.length === 0) return
  const removed = new Set(steps.map((step) => indexOf(parts, lastOf(step))))
  const stays = (_: unknown, i: number) => !removed.has(i)
  parts.values = parts.values.filter(stays)
  parts.names = parts.names?.filter(stays)
}

/** Steps are in the order of their positions, so that earlier parts are inserted first. */
function insert({ names, values }: Parts, step: Step, value: unknown): void {
  const key = lastOf(step)
  const index = typeof key === 'number' ? key : (step.position ?? values.length)
  values.splice(index, 0, value)
  names?.splice(index, 0, String(key))
}

function rearrange(parts: Parts, order: readonly number[]): void {
  const arranged = <P>(list: readonly P[]) => list.map((_, i) => list[order[i] ?? i] as P)
  parts.values = arranged(parts.values)
  parts.names = parts.names && arranged(parts.names)
}

function inverse(order: readonly number[]): number[] {
  const back: number[] = []
  for (const [to, from] of order.entries()) back[from] = to
  return back
}

function mismatch(): HistoryDamaged {
  return new HistoryDamaged('The document does not match its history')
}
