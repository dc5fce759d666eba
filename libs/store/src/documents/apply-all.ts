import { diff, type Step } from '../history/diff.ts'
import type { Removal } from '../history/record.ts'
import type { ObjectRef } from '../objects/port.ts'
import type { z } from 'zod'
import { assertShapeOfNext } from './decode.ts'
import { freezeJson } from '../json/freeze-json.ts'

/** The next value of a document, and the result for the caller of the change. */
export interface Changed<T, R = undefined> {
  next: T
  result: R
  /** For the history: the elements that the change removes, when it removes much. */
  removal?: Removal | undefined
}

/** Outcome of one change, with its steps when a history is recorded. */
export type Outcome<T> =
  | {
      ok: true
      before: T | undefined
      value: T
      result: unknown
      steps: readonly Step[]
      removal?: Removal | undefined
    }
  | { ok: false; error: unknown }

interface Change<T> {
  apply: (current: T | undefined) => Changed<T, unknown>
}

/** Result of the changes of one commit. */
interface Applied<T> {
  /** One for each applied change, in order. */
  outcomes: Outcome<T>[]
  value: T
}

interface ApplyOptions {
  isOver?: () => boolean
  isRecorded?: boolean
}

/**
 * Applies changes in order. Values are frozen, so a change that modifies its input throws. A change that
 * throws, or returns a value that is not JSON or does not match the schema, has no effect on the next one.
 *
 * @param isOver called after each change; returns true to leave the remaining changes unapplied
 * @param isRecorded whether to compute the steps of each change
 */
export function applyAll<T>(
  ref: ObjectRef,
  schema: z.ZodType<T>,
  changes: readonly Change<T>[],
  base: T | undefined,
  { isOver = () => false, isRecorded = false }: ApplyOptions = {},
): Applied<T> {
  if (base !== undefined) freezeJson(base)
  let value = base
  const outcomes: Outcome<T>[] = []
  for (const { apply } of changes) {
    try {
      const { next, result, removal } = apply(value)
      if (next !== value) assertShapeOfNext(ref, schema, freezeJson(next, value), value)
      const steps = isRecorded ? diff(value, next) : []
      outcomes.push({ ok: true, before: value, value: next, result, steps, removal })
      value = next
    } catch (error) {
      outcomes.push({ ok: false, error })
    }
    if (isOver()) break
  }
  return { outcomes, value: value as T }
}
