import type { Fault } from '@landscape/contracts/errors/faults'
import { printable } from '../store/finding.ts'

/** The result for one entry. */
export interface EntryReport {
  kind: 'added' | 'moved' | 'changed' | 'unchanged' | 'removed' | 'rejected'
  title: string
  detail: string
  /** Line or path in the file. */
  location?: string | undefined
}

/** The result of an import. */
export interface ImportReport {
  reports: readonly EntryReport[]
  /** Messages about the file. */
  notes: readonly string[]
}

export const ENTRIES_REJECTED = 'Nothing was stored: see the rejected entries.'

/** An import that stores nothing, with the report on each entry. */
export class ImportRejected extends Error implements ImportReport {
  readonly reports: readonly EntryReport[]
  readonly notes: readonly string[]

  constructor({ reports, notes }: ImportReport, message: string) {
    super(message)
    this.reports = reports
    this.notes = notes
  }
}

const KINDS = ['added', 'moved', 'changed', 'unchanged', 'removed', 'rejected'] as const
const MAX_TITLE_WIDTH = 40

/** One line per entry, those with errors last; then notes, and a summary with the verdict. */
export function reportLines({ reports, notes }: ImportReport, verdict: string): string[] {
  const width = Math.min(MAX_TITLE_WIDTH, Math.max(0, ...reports.map(({ title }) => title.length)))
  const ordered = KINDS.flatMap((kind) => reports.filter((report) => report.kind === kind))
  return [
    ...ordered.map(({ kind, title, detail, location }) => {
      const where = kind === 'rejected' && location !== undefined ? `${location}: ` : ''
      return `  ${kind.padEnd(9)}  ${printable(title).padEnd(width)}  ${printable(where + detail)}`.trimEnd()
    }),
    ...notes.map((note) => `  ${printable(note)}`),
    `${countsOf(reports)}${verdict}`,
  ]
}

/** Number of entries by result, for the begin of a summary. */
function countsOf(reports: readonly EntryReport[]): string {
  const counts = KINDS.flatMap((kind) => {
    const count = reports.filter((report) => report.kind === kind).length
    return count > 0 ? [`${count} ${kind}`] : []
  })
  return counts.length > 0 ? `${counts.join(', ')}. ` : ''
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
