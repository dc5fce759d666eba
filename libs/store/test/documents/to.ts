import type { Changed } from '../../src/documents/apply-all.ts'

/** A change that makes this of a document and tells its caller nothing. */
export function to<T>(next: (current: T | undefined) => T): (current: T | undefined) => Changed<T> {
  return (current) => ({ next: next(current), result: undefined })
}
