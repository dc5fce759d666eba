import { admitLine, compareLines, type Line } from '@landscape/contracts/admit'
import { isRecord, ownMember } from '@landscape/contracts/json'

/**
 * Entries in their order: by quadrant (numeric ids by value, other ids after them alphabetically), then by title. Equal
 * ones keep their order.
 */
export function sortEntries(entries: readonly unknown[]): unknown[] {
  return entries
    .map((entry) => ({ entry, quadrant: lineOf(entry, 'quadrant'), title: lineOf(entry, 'title') }))
    .sort((a, b) => compareQuadrants(a.quadrant, b.quadrant) || compareLines(a.title, b.title))
    .map(({ entry }) => entry)
}

function compareQuadrants(a: Line, b: Line): number {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== undefined && y !== undefined) return x - y
  if (x === undefined && y === undefined) return compareLines(a, b)
  return x === undefined ? 1 : -1
}

function numberOf(id: Line): number | undefined {
  const value = id === '' ? NaN : Number(id)
  return Number.isFinite(value) ? value : undefined
}

/** Stored entries can lack required fields. */
function lineOf(entry: unknown, field: string): Line {
  const value = isRecord(entry) ? ownMember(entry, field) : undefined
  return admitLine(typeof value === 'string' ? value : '')
}
