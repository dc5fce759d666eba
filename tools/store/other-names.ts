import { DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import { nameOf, type ObjectRef } from '@landscape/store/objects/port'

/** Keys that later versions of the previous system use for the same documents. */
const LATER_KEYS: Partial<Record<DocumentName, string>> = {
  repositories: 'repositoryStatistics.json',
  radar: 'techRadarEntries.json',
  banners: 'bannerMessages.json',
  organisationHistory: 'organisation_history.json',
}
/** Archived copies of a document, in the same shape. */
const ARCHIVED: Partial<Record<DocumentName, string>> = {
  organisationHistory: DOCUMENTS.archivedDays.ref.key,
}

/** Another object with the content of a document, and a line that names it. */
interface OtherName {
  ref: ObjectRef
  line: string
}

/** The objects that may have the content of a missing document, the best first. */
export function otherNamesOf(name: DocumentName): OtherName[] {
  const { ref } = DOCUMENTS[name]
  const others: [string | undefined, string][] = [
    [LATER_KEYS[name], 'is a later name and is not read'],
    [ARCHIVED[name], 'is an archived copy'],
  ]
  return others.flatMap(([key, what]) => {
    if (key === undefined) return []
    const other = { bucket: ref.bucket, key }
    return [{ ref: other, line: `${nameOf(other)}: ${what}: store it as ${nameOf(ref)}` }]
  })
}

/** The line for an object with a later name; `undefined` for any other. */
export function laterNameLine(ref: ObjectRef): string | undefined {
  const names = Object.keys(LATER_KEYS) as DocumentName[]
  const found = names.map((name) => otherNamesOf(name)[0])
  return found.find((other) => other && nameOf(other.ref) === nameOf(ref))?.line
}
