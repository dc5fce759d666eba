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
  const swap = swapper(parts)
  for (const [key, node] of inside) swap(key, (part) => forward(part, node))
  for (const step of own) if (isReplacement(step)) swap(lastOf(step), () => step.after)
  remove(parts, stepsOf(own, 'remove'))
  insert(parts, stepsOf(own, 'add'), ({ after }) => after)
  for (const { order } of own) if (order) rearrange(parts, order)
  return closed(parts)
}

function backward(value: unknown, { own, inside }: Node): unknown {
  const [first] = own
  if (first && isOfDocument(first)) return first.before
  const parts = open(value)
  for (const { order } of own) if (order) rearrange(parts, inverse(order))
  remove(parts, stepsOf(own, 'add'))
  insert(parts, stepsOf(own, 'remove'), ({ before }) => before)
  const swap = swapper(parts)
  for (const step of own) if (isReplacement(step)) swap(lastOf(step), () => step.before)
  for (const [key, node] of inside) swap(key, (part) => backward(part, node))
  return closed(parts)
}

function stepsOf(steps: readonly Step[], wanted: Step['op']): Step[] {
  return steps.filter(({ op }) => op === wanted)
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

/** Creates the function from a key to the index of its part. */
function indexer({ names, values }: Parts): (key: string | number) => number {
  const indexes = new Map(names?.map((name, i) => [name, i]))
  return (key) => {
    const index = typeof key === 'number' ? key : (indexes.get(key) ?? -1)
    if (index < 0 || index >= values.length) throw mismatch()
    return index
  }
}

/** Creates the function that replaces the part with a key. */
function swapper(parts: Parts) {
  const indexOf = indexer(parts)
  return (key: string | number, make: (part: unknown) => unknown): void => {
    const index = indexOf(key)
    parts.values[index] = make(parts.values[index])
  }
}

function remove(parts: Parts, steps: readonly Step[]): void {
  if (steps.length === 0) return
  const indexOf = indexer(parts)
  const removed = new Set(steps.map((step) => indexOf(lastOf(step))))
  const stays = (_: unknown, i: number) => !removed.has(i)
  parts.values = parts.values.filter(stays)
  parts.names = parts.names?.filter(stays)
}

/** Inserts the parts of steps, which are in the order of their positions. */
function insert(parts: Parts, steps: readonly Step[], valueOf: (step: Step) => unknown): void {
  if (steps.length === 0) return
  const { names, values } = parts
  const made: { names: string[]; values: unknown[] } = { names: [], values: [] }
  let next = 0
  const copyUntil = (length: number) => {
    for (; made.values.length < length && next < values.length; next++) {
      made.values.push(values[next])
      if (names) made.names.push(names[next] as string)
    }
  }
  for (const step of steps) {
    const key = lastOf(step)
    copyUntil(typeof key === 'number' ? key : (step.position ?? Infinity))
    made.values.push(valueOf(step))
    made.names.push(String(key))
  }
  copyUntil(Infinity)
  parts.values = made.values
  parts.names = names && made.names
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
