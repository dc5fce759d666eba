import { expect } from '@jest/globals'
import { concerning } from './compare-drift.ts'
import type { Failed } from './compare-projects.ts'
import { drift } from './drift.ts'
import type { View } from './view.ts'

interface Numbers {
  drift: number | null
  missing: number | null
  projects: number | null
  onHoldInUse: number | null
}
interface Trends {
  months: (Numbers & { others?: Numbers })[]
  today: Numbers
}

/** Maximum number of programmes of a month. */
const MAX_PROGRAMMES = 200

/**
 * Compares the month that was kept today, which has the numbers of anonymous callers, for all projects, for each of the
 * programmes with most projects, and for the others.
 */
export async function compareMonths(view: View, failed: readonly Failed[]): Promise<void> {
  const { stored, counted, read, isSignedIn } = view
  if (isSignedIn) return
  const found = drift(stored, counted, { reviewedSince: -Infinity }).filter(
    ({ kind, isHidden }) => kind !== 'unknown-repository' && isHidden !== true,
  )
  const programmes = failed.map(({ programme }) => programme.toLowerCase())
  const sizes = new Map<string, number>()
  for (const one of programmes) if (one !== '') sizes.set(one, (sizes.get(one) ?? 0) + 1)
  const ranked = [...sizes.keys()].toSorted(
    (a, b) => sizes.get(b)! - sizes.get(a)! || (a < b ? -1 : 1),
  )
  const kept = new Set(ranked.slice(0, MAX_PROGRAMMES))
  const alikeIn = async (query: string) => {
    const { totals } = await read<{ totals: Record<string, number> }>(`/api/drift?limit=1${query}`)
    return totals['look-alike-names'] ?? 0
  }
  const numbersOf = (
    isOwn: (project: number) => boolean,
    own: readonly (typeof found)[number][],
    alike: number,
  ) => ({
    drift: own.length + alike,
    missing: failed.filter(({ missing }, i) => isOwn(i) && missing.length > 0).length,
    projects: failed.filter((_, i) => isOwn(i)).length,
    onHoldInUse: own.filter(({ kind }) => kind === 'on-hold-in-use').length,
  })
  const monthOf = async (query = '') => {
    const { months, today } = await read<Trends>(`/api/trends?${query}`)
    return { month: months.at(-1)!, today }
  }
  const all = await monthOf()
  const numbers = numbersOf(() => true, found, await alikeIn(''))
  expect(all.month).toMatchObject(numbers)
  expect(all.today).toMatchObject(numbers)
  const inOthers = (i: number) => !kept.has(programmes[i]!)
  const others = found.flatMap((one) => concerning(one, inOthers, view))
  // No list has the look-alikes of the others.
  if (programmes.some((_, i) => inOthers(i)))
    expect(all.month.others).toEqual(numbersOf(inOthers, others, 0))
  else expect(all.month.others).toEqual({ drift: 0, missing: 0, projects: 0, onHoldInUse: 0 })
  for (const programme of [...ranked.slice(0, 3), ...ranked.slice(MAX_PROGRAMMES - 1)]) {
    const isOwn = (i: number) => programmes[i] === programme
    const own = found.flatMap((one) => concerning(one, isOwn, view))
    const query = new URLSearchParams({ programme }).toString()
    const expected = numbersOf(isOwn, own, await alikeIn(`&${query}`))
    const { month, today } = await monthOf(query)
    expect([programme, today]).toMatchObject([programme, expected])
    const unknown = { drift: null, missing: null, projects: null, onHoldInUse: null }
    expect([programme, month]).toMatchObject([programme, kept.has(programme) ? expected : unknown])
    const { counted: total, complete } = await read<{ counted: number; complete: number }>(
      `/api/completeness?limit=1&${query}`,
    )
    expect([programme, total, total - complete]).toEqual([
      programme,
      expected.projects,
      expected.missing,
    ])
  }
}
