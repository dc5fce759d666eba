import { DomainError, type RadarDocument } from '@landscape/contracts'
import type { Changed, StoredDocument } from '@landscape/store'
import { byReviewer } from '../../services/admin-review/src/radar/attribute.ts'
import { lossesOfRadar, updateRadar } from '../../services/admin-review/src/radar/update-radar.ts'
import {
  isLarge,
  rejectionOf,
  removalOf,
} from '../../services/admin-review/src/history/shrink-guard.ts'
import type { FileRadar } from './file-radar.ts'
import { planImport, type EntryReport, type ImportOptions, type Plan } from './plan-import.ts'
import { countsOf, refusalsOf, reportLines } from './report.ts'

interface Importing extends ImportOptions {
  /** E-mail of the author of what is new. */
  by: string
  /** For the history. */
  action: string
  isDryRun: boolean
  isRemovalConfirmed: boolean
}

/** Why nothing is stored, beside what would have become of each entry. */
class Refused extends Error {
  readonly reports: readonly EntryReport[]

  constructor(reports: readonly EntryReport[], message: string) {
    super(message)
    this.reports = reports
  }
}

const ENTRIES_REFUSED = 'Nothing was stored: see the entries that are refused.'

/**
 * Reads a file into the stored radar as one change, held to what reviewers are held to: or, when something
 * is refused, not at all.
 *
 * @returns what became of each entry, in lines
 * @throws FormatError when nobody says which quadrants and rings there are
 */
export async function importRadar(
  document: StoredDocument<RadarDocument>,
  file: FileRadar,
  { by, action, isDryRun, ...options }: Importing,
): Promise<{ lines: string[]; isRefused: boolean }> {
  const change = (current: RadarDocument | undefined) =>
    importInto(current, file, { by, ...options })
  try {
    const { result } = isDryRun
      ? change((await document.read())?.value)
      : await document.change(change, { by: { actor: 'operator', email: by, action } })
    const end = isDryRun ? 'Nothing was stored: this is a dry run.' : 'Stored.'
    const isSame = result.every(({ kind }) => kind === 'unchanged')
    const verdict = isSame ? 'The radar is what the file says.' : end
    return { lines: [...reportLines(result), `${countsOf(result)}. ${verdict}`], isRefused: false }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { reports, message } = error
    return {
      lines: [...reportLines(reports), `${countsOf(reports)}. ${message}`],
      isRefused: true,
    }
  }
}

/** The radar after an import, and what became of each entry. @throws Refused */
export function importInto(
  current: RadarDocument | undefined,
  file: FileRadar,
  { by, isRemovalConfirmed, ...options }: Omit<Importing, 'action' | 'isDryRun'>,
): Changed<RadarDocument, EntryReport[]> {
  const plan = planImport(current, file, options)
  const { submission, reports } = plan
  if (reports.some(({ kind }) => kind === 'refused')) throw new Refused(reports, ENTRIES_REFUSED)
  if (current && submission.entries.length === 0 && !submission.structure) {
    return { next: current, result: reports }
  }
  try {
    const { radar } = updateRadar(current, submission, byReviewer(by))
    const loss = current && lossesOfRadar(current, radar).find(isLarge)
    if (loss && !isRemovalConfirmed) throw rejectionOf(loss)
    return { next: radar, result: reports, ...(loss && { removal: removalOf(loss) }) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw refused(error, plan)
  }
}

function refused(
  { code, message, faults }: DomainError,
  { reports, places, submission }: Plan,
): Refused {
  if (code === 'conflict') {
    return new Refused(reports, `${message}. Nothing was stored; --confirm-removal stores it.`)
  }
  const titles = submission.entries.map((entry) => String((entry as { title?: unknown }).title))
  const refusals = refusalsOf(faults, { places, titles })
  const refusedTitles = new Set(refusals.map(({ title }) => title))
  const others = reports.filter(({ title }) => !refusedTitles.has(title))
  return new Refused([...others, ...refusals], ENTRIES_REFUSED)
}
