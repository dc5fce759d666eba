import { asRecord, type Element, isRecord, type JsonRecord, recordsOf } from './json.ts'
import { parseIsoInstant } from './iso-instant.ts'
import { oncePerObject } from './once-per-object.ts'

/** A stored repository; a malformed value counts as absent. */
export interface StoredRepository {
  readonly raw: JsonRecord
  readonly name: string
  /** Empty when absent. */
  readonly url: string
  /** `PUBLIC`, `PRIVATE`, `INTERNAL`; empty when absent. */
  readonly visibility: string
  readonly isArchived: boolean
  readonly lastCommit: string | null
  /** Milliseconds since the epoch. */
  readonly lastCommitAt: number | undefined
  readonly languages: readonly StoredLanguage[]
}

/** A language of a repository; numbers are null when absent. */
interface StoredLanguage {
  readonly name: string
  readonly percentage: number | null
  readonly size: number | null
}

/** A stored repository; an element without a name is opaque. */
export function repositoryOf(element: unknown): Element<StoredRepository> {
  return isRecord(element) ? repositoryOfRecord(element) : { raw: element, isOpaque: true }
}

const repositoryOfRecord = oncePerObject((raw: JsonRecord): Element<StoredRepository> => {
  const { name, url, visibility, is_archived, last_commit, technologies } = raw
  if (typeof name !== 'string' || name === '') return { raw, isOpaque: true }
  const lastCommit = typeof last_commit === 'string' ? last_commit : null
  return {
    isOpaque: false,
    raw,
    name,
    url: typeof url === 'string' ? url : '',
    visibility: typeof visibility === 'string' ? visibility : '',
    isArchived: Boolean(is_archived),
    lastCommit,
    lastCommitAt: lastCommit === null ? undefined : parseIsoInstant(lastCommit),
    languages: recordsOf(asRecord(technologies)['languages']).flatMap(languageOf),
  }
})

function languageOf({ name, percentage, size }: JsonRecord): StoredLanguage[] {
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
  if (typeof name !== 'string') return []
  return [{ name, percentage: numberOf(percentage), size: numberOf(size) }]
}

/** `metadata.last_updated` of stored repositories; null unless it is a string. */
export function lastUpdatedOf({ metadata }: { metadata?: unknown }): string | null {
  const { last_updated } = asRecord(metadata)
  return typeof last_updated === 'string' ? last_updated : null
}
