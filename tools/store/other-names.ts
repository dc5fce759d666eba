import { DOCUMENTS, SHARED_DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import { nameOf, type ObjectRef, type ObjectStore } from '@landscape/store/objects/port'

/** Keys that later versions of the previous system use for the same documents. */
const LATER_KEYS: Partial<Record<DocumentName, string>> = {
  repositories: 'repositoryStatistics.json',
  radar: 'techRadarEntries.json',
  banners: 'bannerMessages.json',
  organisationHistory: 'organisation_history.json',
}
/** Archives of the previous system: `archive/<period>/<name>_<period>.json`. */
const ARCHIVE = 'archive/'

/** A line for each object that has the content of a missing document under another key: a later name, else archives. */
export async function otherNamesIn(store: ObjectStore, name: DocumentName): Promise<string[]> {
  const { bucket } = DOCUMENTS[name].ref
  const later = LATER_KEYS[name]
  const hasLater = later && (await store.get({ bucket, key: later })).kind === 'found'
  const keys = hasLater ? [later] : await store.list(bucket, ARCHIVE)
  return keys.flatMap((key) => otherNameLine({ bucket, key }, [name]) ?? [])
}

/** The line for an object that has the content of a document under another key; `undefined` for any other. */
export function otherNameLine(
  ref: ObjectRef,
  names = Object.keys(SHARED_DOCUMENTS) as DocumentName[],
): string | undefined {
  const name = names.find((one) => {
    const { bucket, key } = DOCUMENTS[one].ref
    return bucket === ref.bucket && (LATER_KEYS[one] === ref.key || isArchived(ref.key, key))
  })
  if (name === undefined) return undefined
  const isLater = LATER_KEYS[name] === ref.key
  const what = isLater ? 'is a later name and is not read' : 'is an archived copy'
  return `${nameOf(ref)}: ${what}: store it as ${nameOf(DOCUMENTS[name].ref)}`
}

/** Whether a key of an archive has the name of a document; archived counts have another shape than the document. */
function isArchived(key: string, ofDocument: string): boolean {
  const stem = ofDocument.replace('.json', '')
  const file = key.slice(key.lastIndexOf('/') + 1)
  const isCopy = file.startsWith(stem) && /^(_\w+)?\.json$/.test(file.slice(stem.length))
  return key.startsWith(ARCHIVE) && isCopy && key !== DOCUMENTS.archivedCounts.ref.key
}
