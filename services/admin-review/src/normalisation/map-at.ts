import { isRecord } from '../json/record.ts'

/** A step of a path that stands for every element of an array. */
export const EACH = Symbol('each element')

export type Path = readonly (string | typeof EACH)[]

/**
 * Replaces what lies at a path. Whatever the path does not fit (a section that is missing or of
 * another type) is left alone, and what is not altered stays the same object.
 */
export function mapAt(value: unknown, path: Path, map: (leaf: unknown) => unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return map(value)
  if (step === EACH) {
    if (!Array.isArray(value)) return value
    const next = value.map((item) => mapAt(item, rest, map))
    return next.some((item, i) => item !== value[i]) ? next : value
  }
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value
  const next = mapAt(value[step], rest, map)
  return next === value[step] ? value : { ...value, [step]: next }
}
