import { diff, type Step } from '@landscape/history'
import type { ObjectRef } from '@landscape/object-store'
import type { z } from 'zod'
import { assertShape } from './decode.ts'
import { freezeJson } from './freeze-json.ts'

/** What a change makes of a document, and what it tells its caller. */
export interface Changed<T, R = undefined> {
  next: T
  result: R
}

/** What became of one change; its steps where the history is kept. */
export type Outcome<T> =
  | { ok: true; before: T | undefined; value: T; result: unknown; steps: readonly Step[] }
  | { ok: false; error: unknown }

interface Change<T> {
  apply: (current: T | undefined) => Changed<T, unknown>
}

/** What changes are applied to; its text spares writing the value once more. */
export interface Base<T> {
  value: T | undefined
  text: string | undefined
}

/** What the changes of one commit made of a document. */
export interface Applied<T> {
  /** One for each change that was applied, in order. */
  outcomes: Outcome<T>[]
  /** What to store; `undefined` when nothing is altered. */
  text: string | undefined
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
  base: Base<T>,
  { isOver = () => false, isRecorded = false }: ApplyOptions = {},
): Applied<T> {
  if (base.value !== undefined) freezeJson(base.value)
  let { value } = base
  const outcomes: Outcome<T>[] = []
  for (const { apply } of changes) {
    try {
      const { next, result } = apply(value)
      if (next !== value) assertShape(ref, schema, freezeJson(next))
      const steps = isRecorded ? diff(value, next) : []
      outcomes.push({ ok: true, before: value, value: next, result, steps })
      value = next
    } catch (error) {
      outcomes.push({ ok: false, error })
    }
    if (isOver()) break
  }
  const text = value === base.value ? undefined : alteredText(base, value)
  return { outcomes, text, value: value as T }
}

function alteredText<T>(base: Base<T>, next: unknown): string | undefined {
  const text = JSON.stringify(next)
  return text === (base.text ?? JSON.stringify(base.value)) ? undefined : text
}
