import type { z } from 'zod'
import { assertShape } from './decode.ts'
import { freezeJson } from './freeze-json.ts'
import type { ObjectRef } from '@landscape/object-store'

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown }

interface Change<T> {
  apply: (current: T | undefined) => T
}

export interface Applied<T> {
  /** One for each change, in order. */
  outcomes: Outcome<T>[]
  /** What to store; `undefined` when nothing is altered. */
  body: Buffer | undefined
  value: T
}

/**
 * Applies changes one after the other. Values are frozen, so a change that tries to alter its
 * input in place throws. A change that throws, or makes what is no JSON or not of the document's
 * shape, leaves no trace: the next one gets what was there before it.
 */
export function applyAll<T>(
  ref: ObjectRef,
  schema: z.ZodType<T>,
  changes: readonly Change<T>[],
  base: T | undefined,
): Applied<T> {
  if (base !== undefined) freezeJson(base)
  let value = base
  const outcomes = changes.map(({ apply }): Outcome<T> => {
    try {
      const next = apply(value)
      if (next !== value) assertShape(ref, schema, freezeJson(next))
      value = next
      return { ok: true, value: next }
    } catch (error) {
      return { ok: false, error }
    }
  })
  return { outcomes, body: value === base ? undefined : encode(base, value), value: value as T }
}

function encode(base: unknown, next: unknown): Buffer | undefined {
  const text = JSON.stringify(next)
  return text === JSON.stringify(base) ? undefined : Buffer.from(text)
}
