import type { Fault } from '@landscape/contracts/errors/faults'
import type { EntryReport } from './plan-import.ts'
import { printable } from '../store/finding.ts'

const KINDS = ['added', 'moved', 'changed', 'unchanged', 'removed', 'rejected'] as const
const MAX_TITLE_WIDTH = 40

/** One line per entry; errors last, next to the prompt of the terminal. */
export function reportLines(reports: readonly EntryReport[]): string[] {
  const width = Math.min(MAX_TITLE_WIDTH, Math.max(0, ...reports.map(({ title }) => title.length)))
  return KINDS.flatMap((kind) => reports.filter((report) => report.kind === kind)).map(
    ({ kind, title, detail, location }) => {
      const where = kind === 'rejected' && location !== undefined ? `${location}: ` : ''
      return `  ${kind.padEnd(9)}  ${printable(title).padEnd(width)}  ${printable(where + detail)}`.trimEnd()
    },
  )
}

/** Number of entries by result. */
export function countsOf(reports: readonly EntryReport[]): string {
  const counts = KINDS.flatMap((kind) => {
    const count = reports.filter((report) => report.kind === kind).length
    return count > 0 ? [`${count} ${kind}`] : []
  })
  return counts.join(', ') || 'no entries'
}

/** Validation errors of a submission, assigned to the entries of the file. */
export function rejectionsOf(
  faults: readonly Fault[],
  { locations, titles }: { locations: readonly string[]; titles: readonly string[] },
): EntryReport[] {
  return faults.map(({ path, detail }) => {
    const [part, index, ...field] = path
    const at = part === 'entries' && typeof index === 'number' ? index : undefined
    const rest = at === undefined ? path : field
    return {
      kind: 'rejected',
      title: at === undefined ? '' : (titles[at] ?? ''),
      detail: `${rest.map(String).join('/')} ${detail}`.trim(),
      location: at === undefined ? 'the radar' : locations[at],
    }
  })
}
