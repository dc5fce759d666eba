import { parseIsoInstant } from '../dates/iso-instant.ts'
import { asRecord, recordsOf, type JsonRecord } from '../json/record.ts'

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
