/** Stored documents, as JSON; an absent one is not stored. */
export interface Stored {
  projects?: unknown
  radar?: unknown
  repositories?: unknown
  arrayData?: unknown
  technologyNames?: unknown
  directorates?: unknown
  /** The day of the responses; by default that of the clock of the tests. */
  today?: string
}

type Json = Record<string, unknown>

/** Documents may hold any JSON, and a recount reads it the simplest way. */
export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Json | null | undefined)?.[key], value)
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const string = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Milliseconds of a stored date, which is in UTC without a zone. */
export function instantOf(date: unknown): number {
  const text = string(date).replace(' ', 'T')
  return Date.parse(/T\d\d:\d\d:\d\d$/.test(text) ? `${text}Z` : text)
}

export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
