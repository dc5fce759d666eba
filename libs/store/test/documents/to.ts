import type { Changed } from '../../src/documents/apply-all.ts'

/** A change with this next value and no result. */
export function to<T>(next: (current: T | undefined) => T): (current: T | undefined) => Changed<T> {
  return (current) => ({ next: next(current), result: undefined })
}
