import type { StoredUsage } from '@landscape/contracts/assistant'
import { DOCUMENTS, SHARED_DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import type { JsonRecord } from '@landscape/contracts/json'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import { parseJson } from '@landscape/store/json/parse-json'
import { nameOf, type ObjectStore } from '@landscape/store/objects/port'
import { faultsIn } from './schema-faults.ts'
import { FINDERS } from './finders.ts'
import { lostLists } from './lost-lists.ts'
import { repairLines } from './repair.ts'
import { otherNamesIn } from './other-names.ts'
import { alteredValues, oversizedParts } from './wire-limits.ts'
import { KEPT, findingLines, type Finding } from './finding.ts'

/** Exit codes of the command. */
const VERDICTS = { regular: 0, irregular: 2, unreadable: 3 } as const

/** Effect of a missing optional document; other documents are required. */
export const ABSENT: Readonly<Record<string, string>> = {
  banners: 'no banners until the first is added',
  projects: 'no projects until the first is registered',
  technologyNames: 'technologies match by their spelling only',
  landscapeMonths: 'no trends until npm run landscape:keep has run',
  radarEditions: 'no editions of the radar until the first is created',
  arrayData: 'no technology lists until all are sent at once',
  adminTeams: 'the assistant has no administrators',
  teams: 'administrators of the assistant see their own teams',
  archivedDays: 'no archived usage before March 2026',
  archivedCounts: 'no archived usage before February 2025',
  seats: 'seats come from the source-control host only',
  apiKeys: 'no API keys until the first is created',
  apiKeyHashes: 'no API key is accepted until the first is created',
}
export const ABSENT_ELSE = 'the route that returns it responds with 404 until it is stored'

/** Documents that people or other programs edit. */
const INSPECTED = {
  ...SHARED_DOCUMENTS,
  technologyNames: DOCUMENTS.technologyNames,
  radarEditions: DOCUMENTS.radarEditions,
  landscapeMonths: DOCUMENTS.landscapeMonths,
  archivedDays: DOCUMENTS.archivedDays,
  archivedCounts: DOCUMENTS.archivedCounts,
}

interface Inspected {
  lines: string[]
  verdict: (typeof VERDICTS)[keyof typeof VERDICTS]
}

/**
 * Reads every document that people or other programs edit, and reports irregular values.
 *
 * @param isComplete one line per finding; otherwise one per kind of finding and document, with its first path
 * @returns lines of document, path, finding and outcome, without any value of the document
 */
export async function inspect(store: ObjectStore, isComplete: boolean): Promise<Inspected> {
  const lines: string[] = []
  let verdict: Inspected['verdict'] = VERDICTS.regular
  for (const [name, { ref }] of Object.entries(INSPECTED)) {
    const file = nameOf(ref)
    const got = await store.get(ref)
    if (got.kind !== 'found') {
      lines.push(`${file}: does not exist: ${ABSENT[name] ?? ABSENT_ELSE}`)
      const others = await otherNamesIn(store, name as DocumentName)
      if (others.length > 0 && verdict === VERDICTS.regular) verdict = VERDICTS.irregular
      lines.push(...others)
      continue
    }
    const fault = faultsIn(ref, got.body)
    if (fault !== undefined) {
      verdict = VERDICTS.unreadable
      lines.push(
        `${file}: cannot be read or edited (500); run npm run store -- check for the repair commands`,
        fault,
      )
      continue
    }
    if (name === 'organisationHistory') lines.push(`${file}: ${elementsIn(got.body)}`)
    const lost = lostLists(name as DocumentName, parseJson(got.body))
    const found = [...lost, ...findingsOf(name, got.body)]
    if (found.length > 0 && verdict === VERDICTS.regular) verdict = VERDICTS.irregular
    lines.push(...(found.length === 0 ? [`${file}: ok`] : findingLines(file, found, isComplete)))
    if (lost.length > 0) lines.push(...(await repairLines(store, ref, got)))
  }
  return { lines, verdict }
}

/** The shapes of the elements of stored usage. */
function elementsIn(body: Buffer): string {
  const stored = parseJson(body) as StoredUsage
  const [days, rows] = [stored.filter(({ date }) => date), stored.filter(({ day }) => day)]
  const both = days.filter(({ day }) => day).length
  const parts = [
    `${days.length - both} day objects`,
    `${rows.length - both} rows of the source-control host`,
    `${both} elements that are both`,
  ]
  return `contains ${parts.join(', ')}`
}

function findingsOf(name: string, body: Buffer): Finding[] {
  const document = parseJson(body)
  const unsafe = findUnsafeJson(document).map(({ path, detail }) => {
    return { path, what: detail, outcome: KEPT }
  })
  const rule = FINDERS[name]
  return [
    ...alteredValues(body),
    ...(rule ? rule(document as JsonRecord) : []),
    ...unsafe,
    ...oversizedParts(name, document),
  ]
}

/** For the description of the command. */
export const INSPECT_CODES =
  `Exits with ${VERDICTS.regular} when all values are regular, ${VERDICTS.irregular} when ` +
  `some are irregular (all are read and kept), ${VERDICTS.unreadable} when a document ` +
  'cannot be read, 1 when the store cannot be read.'
