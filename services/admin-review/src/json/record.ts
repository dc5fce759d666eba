/** A JSON object whose members are not known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object; null and arrays are not. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The elements that are objects with a text for an id, in their order. */
export function identified(values: readonly unknown[]): (JsonRecord & { id: string })[] {
  return values.filter(isIdentified)
}

/** Whether a value is a JSON object with a text for an id. */
export function isIdentified(value: unknown): value is JsonRecord & { id: string } {
  return isRecord(value) && typeof value['id'] === 'string'
}
