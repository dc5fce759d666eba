/** A JSON object with unknown members. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object; null and arrays are not. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value when it is a JSON object, otherwise an object without members. */
export function asRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

/** The elements of an array, in stored order; anything else has none. */
export function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The elements of an array that are JSON objects, in stored order; anything else has none. */
export function recordsOf(value: unknown): JsonRecord[] {
  return elementsOf(value).filter(isRecord)
}

/** An own member of a record; members of its prototype are ignored. */
export function ownMember<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** A string, otherwise an empty one. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const NO_STRINGS: readonly string[] = Object.freeze([])

/** The non-empty strings of an array, which is the same array when it has no others; a string is an array of one. */
export function stringsOf(value: unknown): readonly string[] {
  if (isText(value)) return [value]
  if (!Array.isArray(value) || value.length === 0) return NO_STRINGS
  return value.every(isText) ? value : value.filter(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** A stored element that does not fit its model: it is kept and returned as it is, but not edited. */
interface Opaque {
  readonly isOpaque: true
  readonly raw: unknown
}

/** A stored element: understood, or opaque. */
export type Element<E> = (E & { readonly isOpaque: false }) | Opaque

/** The understood elements, in stored order. */
export function understood<E>(elements: readonly Element<E>[]): (E & { isOpaque: false })[] {
  return elements.filter((element): element is E & { isOpaque: false } => !element.isOpaque)
}
