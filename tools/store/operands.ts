import { didYouMean } from '@landscape/http/request/nearest'
import { UsageError } from '../command-line/tool.ts'
import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { BUCKETS, nameOf, type Bucket, type ObjectRef } from '@landscape/store/objects/port'
import { HISTORY_NAMES, historyNameOf, type HistoryName } from './stored-version.ts'

/** The `--by` option: the author of a change. */
export const AUTHOR = {
  value: '<e-mail or name>',
  about: 'author for the history; default: operator',
}

const MAX_AUTHOR = 200

/** The documents that services read, as `<bucket>/<key>`. */
const DOCUMENT_NAMES = Object.values(DOCUMENTS).map(({ ref }) => nameOf(ref))
const PREFIXES = HISTORY_NAMES.map((name) => {
  const { bucket } = DOCUMENTS[HISTORIES[name]].ref
  return `${bucket}/history/${name}/`
})

/** A sentence that suggests the nearest known name; empty when none is near. */
export function hintAt(
  word: string,
  known: readonly string[] = [...DOCUMENT_NAMES, ...HISTORY_NAMES, ...PREFIXES],
): string {
  const hint = known.includes(word) ? '' : didYouMean(word, known)
  return hint && ` ${hint}`
}

/** The author of a change; an e-mail address in lower case. */
export function authorOf(by = 'operator'): string {
  const author = by.trim()
  if (author === '' || author.length > MAX_AUTHOR || /[\p{Cc}\p{Cf}]/u.test(author)) {
    throw new UsageError(`--by must be a name of at most ${MAX_AUTHOR} characters`)
  }
  return author.includes('@') ? author.toLowerCase() : author
}

export function instantOf(text: string): Date {
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? parseIsoInstant(text) : undefined
  if (instant === undefined) {
    throw new UsageError(`--at must be an instant like 2026-11-21T10:00:00Z, not "${text}"`)
  }
  return new Date(instant)
}

export function bucketOf(name: string): Bucket {
  const bucket = BUCKETS.find((known) => known === name)
  if (bucket) return bucket
  const hint = hintAt(name, BUCKETS) || ` Known: ${BUCKETS.join(', ')}.`
  throw new UsageError(`Unknown bucket "${name}".${hint}`)
}

/** Parses `<bucket>/<key>` or the name of a history. */
export function refOf(name = ''): ObjectRef {
  const history = HISTORY_NAMES.find((known) => known === name)
  if (history) return DOCUMENTS[HISTORIES[history]].ref
  const [first = '', ...rest] = name.split('/')
  const key = rest.join('/')
  if (key === '') {
    throw new UsageError(
      `Name a document as <bucket>/<key>, for example main/messages.json, not "${name}".${hintAt(name)}`,
    )
  }
  return { bucket: bucketOf(first), key }
}

/** The history of a document. @throws UsageError for a document without one */
export function historyOf(document: string): HistoryName {
  const name = document.includes('/')
    ? historyNameOf(refOf(document))
    : HISTORY_NAMES.find((known) => known === document)
  if (name) return name
  const names = HISTORY_NAMES.map((known) => nameOf(DOCUMENTS[HISTORIES[known]].ref))
  const hint =
    hintAt(document, [...HISTORY_NAMES, ...names]) || ` Known: ${HISTORY_NAMES.join(', ')}.`
  throw new UsageError(`"${document}" has no history.${hint}`)
}
