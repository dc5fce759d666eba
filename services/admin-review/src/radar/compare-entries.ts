import { isRecord } from '@landscape/contracts/json'

const titles = new Intl.Collator('en')

/**
 * Order of entries: by quadrant (numeric ids by value, other ids after them alphabetically), then
 * by title.
 */
export function compareEntries(a: unknown, b: unknown): number {
  return (
    compareQuadrants(textOf(a, 'quadrant'), textOf(b, 'quadrant')) ||
    titles.compare(textOf(a, 'title'), textOf(b, 'title'))
  )
}

function compareQuadrants(a: string, b: string): number {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== undefined && y !== undefined) return x - y
  if (x === undefined && y === undefined) return titles.compare(a, b)
  return x === undefined ? 1 : -1
}

function numberOf(id: string): number | undefined {
  const value = id.trim() === '' ? NaN : Number(id)
  return Number.isFinite(value) ? value : undefined
}

/** Stored entries can lack required fields. */
function textOf(entry: unknown, field: string): string {
  const value = isRecord(entry) ? entry[field] : undefined
  return typeof value === 'string' ? value : ''
}
