import type { z } from 'zod'
import { deepFreeze } from './deep-freeze.ts'
import { assertShape } from './decode.ts'
import type { ObjectRef } from './port.ts'

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
 * input in place throws, and a change that throws leaves no trace.
 */
export function applyAll<T>(
  ref: ObjectRef,
  schema: z.ZodType<T>,
  changes: readonly Change<T>[],
  base: T | undefined,
): Applied<T> {
  deepFreeze(base)
  const applied = applyEach(changes, base, () => {})
  if (applied.value === base) return { ...applied, body: undefined, value: base as T }
  try {
    assertShape(ref, schema, applied.value)
    return { ...applied, ...encode(base, applied.value) }
  } catch {
    // One of them made what cannot be stored. Find it, so that the others do not suffer.
    const strict = applyEach(changes, base, (next) => {
      assertShape(ref, schema, next)
      JSON.stringify(next)
    })
    return { ...strict, ...encode(base, strict.value) }
  }
}

function applyEach<T>(
  changes: readonly Change<T>[],
  base: T | undefined,
  check: (next: T) => void,
): { outcomes: Outcome<T>[]; value: T | undefined } {
  let value = base
  const outcomes = changes.map(({ apply }): Outcome<T> => {
    try {
      const next = deepFreeze(apply(value))
      check(next)
      value = next
      return { ok: true, value: next }
    } catch (error) {
      return { ok: false, error }
    }
  })
  return { outcomes, value }
}

function encode<T>(
  base: T | undefined,
  next: T | undefined,
): { body: Buffer | undefined; value: T } {
  const text = JSON.stringify(next)
  const altered = text !== undefined && text !== JSON.stringify(base)
  return { body: altered ? Buffer.from(text) : undefined, value: next as T }
}
