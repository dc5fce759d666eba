import type { Fault } from '@landscape/contracts'
import type { EntryReport } from './plan-import.ts'
import { printable } from '../store/finding.ts'

const KINDS = ['added', 'moved', 'changed', 'unchanged', 'removed', 'refused'] as const
const WIDEST_TITLE = 40

/** A line for each entry, what is wrong last, since that is what a person at a terminal sees first. */
export function reportLines(reports: readonly EntryReport[]): string[] {
  const width = Math.min(WIDEST_TITLE, Math.max(0, ...reports.map(({ title }) => title.length)))
  return KINDS.flatMap((kind) => reports.filter((report) => report.kind === kind)).map(
    ({ kind, title, detail, place }) => {
      const where = kind === 'refused' && place !== undefined ? `${place}: ` : ''
      return `  ${kind.padEnd(9)}  ${printable(title).padEnd(width)}  ${printable(where + detail)}`.trimEnd()
    },
  )
}

/** How many entries became what. */
export function countsOf(reports: readonly EntryReport[]): string {
  const counts = KINDS.flatMap((kind) => {
    const count = reports.filter((report) => report.kind === kind).length
    return count > 0 ? [`${count} ${kind}`] : []
  })
  return counts.join(', ') || 'no entries'
}

/** Refusals of what was submitted, at the entries of the file that they are about. */
export function refusalsOf(
  faults: readonly Fault[],
  { places, titles }: { places: readonly string[]; titles: readonly string[] },
): EntryReport[] {
  return faults.map(({ path, detail }) => {
    const [part, index, ...field] = path
    const at = part === 'entries' && typeof index === 'number' ? index : undefined
    const rest = at === undefined ? path : field
    return {
      kind: 'refused',
      title: at === undefined ? '' : (titles[at] ?? ''),
      detail: `${rest.map(String).join('/')} ${detail}`.trim(),
      place: at === undefined ? 'the radar' : places[at],
    }
  })
}
