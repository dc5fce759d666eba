import type { DocumentName } from '@landscape/contracts/documents'
import { isRecord } from '@landscape/contracts/json'
import type { Finding } from './finding.ts'

const OUTCOME = 'read as an empty list; the next edit stores the document without the lost elements'

/** Documents that lost their lists: readers take them for empty. An empty list is not a finding. */
export function lostLists(name: DocumentName, document: unknown): Finding[] {
  if (!isRecord(document)) return []
  if (name === 'projects' && !Object.hasOwn(document, 'projects'))
    return [{ path: ['projects'], what: 'is missing', outcome: OUTCOME }]
  if (name === 'arrayData' && Object.keys(document).length === 0)
    return [{ path: [], what: 'has no list', outcome: OUTCOME }]
  return []
}
