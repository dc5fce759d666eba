import { asRecord, recordsOf, type JsonRecord } from '@landscape/contracts'
import { parseIsoInstant } from './iso-instant.ts'

/** The visibilities that are counted, in the order of the numbers that `statsOf` takes. */
export const VISIBILITIES = ['PRIVATE', 'PUBLIC', 'INTERNAL'] as const

/** Which of the visibilities a stored value is; -1 for anything else. */
export function visibilityCode(stored: unknown): number {
  return VISIBILITIES.findIndex((visibility) => visibility === stored)
}

/** Share of one language in one repository. */
export interface LanguageUse {
  readonly name: string
  readonly percentage: number
  readonly size: number
}

/** The languages of a stored repository that have a name. */
export function languagesOf(repository: JsonRecord): LanguageUse[] {
  return recordsOf(asRecord(repository['technologies'])['languages']).flatMap((language) => {
    const { name, percentage, size } = language
    if (typeof name !== 'string') return []
    return [{ name, percentage: amount(percentage), size: amount(size) }]
  })
}

/** Numbers past the safe integers are taken for garbage, so that no sum can leave the numbers JSON has. */
function amount(value: unknown): number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : 0
}

/** When a stored repository was last changed, if it says so in a form that can be compared. */
export function lastCommitOf(repository: JsonRecord): number | undefined {
  const stored = repository['last_commit']
  return typeof stored === 'string' ? parseIsoInstant(stored) : undefined
}
