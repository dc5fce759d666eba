/**
 * Freezes a JSON value and all it holds. A frozen part is taken to be frozen throughout, so a new
 * version that shares most of the old one costs only what is new.
 */
export function deepFreeze<T>(root: T): T {
  const open: unknown[] = [root]
  const done: object[] = []
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) continue
    done.push(value)
    for (const part of Object.values(value)) {
      if (typeof part === 'object' && part !== null) open.push(part)
    }
  }
  // Parents come before their parts in `done`: a parent is frozen only after them.
  for (let i = done.length - 1; i >= 0; i--) Object.freeze(done[i])
  return root
}
