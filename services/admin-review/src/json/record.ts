/** A JSON object whose members are not known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object; null and arrays are not. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
