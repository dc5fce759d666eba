import type { Step } from './diff.ts'

/** The steps of one change at one path of the document and below. */
export interface StepTree<K> {
  path: K[]
  /** Steps that add, remove, replace or order the parts at this path. */
  own: Step[]
  inside: Map<K, StepTree<K>>
}

/**
 * The steps of a change by the path that contains them.
 *
 * @param pathOf the path of a step; an order step, and a step of the complete document, belongs to its own
 *   path
 */
export function stepTree<K>(
  steps: readonly Step[],
  pathOf: (step: Step) => readonly K[],
): StepTree<K> {
  const root: StepTree<K> = { path: [], own: [], inside: new Map() }
  for (const step of steps) {
    let node = root
    const path = pathOf(step)
    for (const key of step.order ? path : path.slice(0, -1)) {
      const next = node.inside.get(key) ?? { path: [...node.path, key], own: [], inside: new Map() }
      node.inside.set(key, next)
      node = next
    }
    node.own.push(step)
  }
  return root
}
