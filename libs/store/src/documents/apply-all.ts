import { diff, type Step } from '../history/diff.ts'
import { type Removal } from '../history/record.ts'
import type { ObjectRef } from '../objects/port.ts'
import type { z } from 'zod'
import { assertShapeOfNext } from './decode.ts'
import { freezeJson } from './freeze-json.ts'

/** What a change makes of a document, and what it tells its caller. */
export interface Changed<T, R = undefined> {
  next: T
  result: R
  /** For the history: what the change removes, when that is much. */
  removal?: Removal | undefined
}

/** What became of one change; its steps where the history is kept. */
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

/** What the changes of one commit made of a document. */
interface Applied<T> {
  /** One for each change that was applied, in order. */
  outcomes: Outcome<T>[]
  value: T
}

interface ApplyOptions {
  isOver?: () => boolean
  isRecorded?: boolean
}

/**
 * Applies changes one after the other. Values are frozen, so a change that tries to alter its
 * input in place throws. A change that throws, or makes what is no JSON or not of the document's
 * shape, leaves no trace: the next one gets what was there before it.
 *
 * @param isOver asked after each change: when true, the changes that follow are left for later
 * @param isRecorded whether the steps of each change are worked out
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
