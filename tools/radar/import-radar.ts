import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { Changed } from '@landscape/store/documents/apply-all'
import type { StoredDocument } from '@landscape/store/documents/document'
import { byReviewer } from '@landscape/admin-review/radar/attribute'
import { lossesOfRadar, updateRadar } from '@landscape/admin-review/radar/update-radar'
import { isLarge, removalOf } from '@landscape/admin-review/history/removals'
import type { FileRadar } from './file-radar.ts'
import { planImport, type ImportOptions, type Plan } from './plan-import.ts'
import {
  ENTRIES_REJECTED,
  ImportRejected,
  rejectionsOf,
  reportLines,
  type ImportReport,
} from './report.ts'

interface Importing extends ImportOptions {
  /** E-mail of the author of new positions. */
  by: string
  /** For the history. */
  action: string
  isDryRun: boolean
  isRemovalConfirmed: boolean
}

/**
 * Imports a file into the stored radar as one change, by the rules for reviewers. Nothing is stored when an
 * entry is rejected.
 *
 * @returns a line for each entry, notes and a summary
 */
export async function importRadar(
  document: StoredDocument<RadarDocument>,
  file: FileRadar,
  { by, action, isDryRun, ...options }: Importing,
): Promise<{ lines: string[]; isRejected: boolean }> {
  const change = (current: RadarDocument | undefined) =>
    importInto(current, file, { by, ...options })
  try {
    const { result } = isDryRun
      ? change((await document.read())?.value)
      : await document.change(change, { by: { actor: 'operator', email: by, action } })
    const end = isDryRun ? 'Nothing was stored: this is a dry run.' : 'Stored.'
    const isSame = result.reports.every(({ kind }) => kind === 'unchanged')
    const verdict = isSame ? 'The radar already matches the file.' : end
    return { lines: reportLines(result, verdict), isRejected: false }
  } catch (error) {
    if (!(error instanceof ImportRejected)) throw error
    return { lines: reportLines(error, error.message), isRejected: true }
  }
}

/** The radar after an import, with a report on each entry. @throws ImportRejected */
export function importInto(
  current: RadarDocument | undefined,
  file: FileRadar,
  { by, isRemovalConfirmed, ...options }: Omit<Importing, 'action' | 'isDryRun'>,
): Changed<RadarDocument, ImportReport> {
  const plan = planImport(current, file, options)
  const { submission, reports, notes } = plan
  const result = { reports, notes }
  if (reports.some(({ kind }) => kind === 'rejected')) {
    throw new ImportRejected(result, ENTRIES_REJECTED)
  }
  if (current && submission.entries.length === 0 && !submission.structure) {
    return { next: current, result }
  }
  try {
    const { radar } = updateRadar(current, submission, byReviewer(by))
    const loss = current && lossesOfRadar(current, radar).find(isLarge)
    if (!loss) return { next: radar, result }
    const removal = removalOf(loss)
    if (!isRemovalConfirmed) {
      throw new ImportRejected(
        result,
        `This would remove ${removal.count} of ${removal.total} ${removal.of}. ` +
          'Nothing was stored; --confirm-removal stores it.',
      )
    }
    return { next: radar, result, removal }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw rejectionFrom(error, plan)
  }
}

function rejectionFrom(
  { faults }: DomainError,
  { reports, notes, locations, submission }: Plan,
): ImportRejected {
  const titles = submission.entries.map((entry) => String((entry as { title?: unknown }).title))
  const rejections = rejectionsOf(faults, { locations, titles })
  const rejectedTitles = new Set(rejections.map(({ title }) => title))
  const others = reports.filter(({ title }) => !rejectedTitles.has(title))
  return new ImportRejected({ reports: [...others, ...rejections], notes }, ENTRIES_REJECTED)
}
