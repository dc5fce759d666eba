import type { Progress } from '../command-line/progress.ts'
import { DOCUMENTS, HISTORIES, type DocumentName } from '@landscape/contracts/documents'
import { Edition } from '@landscape/contracts/editions'
import { asRecord, elementsOf } from '@landscape/contracts/json'
import type { StoreCheck } from '@landscape/contracts/landscape'
import { MONTHLY_NAMES } from '@landscape/contracts/monthly-documents'
import { NO_DOCUMENTS, type LandscapeDocuments } from '@landscape/data/join'
import { createDocument } from '@landscape/store/documents/document'
import { storedMonths } from '@landscape/store/documents/open-months'
import { parseJson } from '@landscape/store/json/parse-json'
import { nameOf, type ObjectRef, type ObjectStore } from '@landscape/store/objects/port'
import { beyondBounds } from './beyond-bounds.ts'
import { invalidBannerTimes } from './banner-times.ts'
import { schemaFaults } from './schema-faults.ts'
import { openPast, verdictsOf, type NamedVerdict } from './history.ts'
import { ABSENT, ABSENT_ELSE } from './inspect.ts'
import {
  leftOutEntries,
  leftOutItems,
  leftOutLanguages,
  leftOutNames,
  leftOutOfProjects,
} from './left-out.ts'
import { keysWithoutHash } from './keys-without-hash.ts'
import { lostLists } from './lost-lists.ts'
import { mistypedValues } from './mistyped-values.ts'
import { historyRepairLines, repairLines } from './repair.ts'
import {
  duplicateNames,
  ownerlessProjects,
  sharedNames,
  uncertainRoles,
  unknownDirectorates,
  unknownRadarParts,
  unlistedTechnologies,
  invalidContacts,
  type RepairableFinding,
} from './references.ts'
import { findingLines, type Finding } from './finding.ts'

/** Number of findings of each kind. */
export type FindingCounts = StoreCheck['findings']

interface Checked {
  lines: string[]
  findings: FindingCounts
}

const UNREADABLE = 'the document can be neither read nor edited'
const MISSING = 'its history exists, but the document does not'
const UNHELD = 'its radar cannot be read; delete the edition'
const BROKEN = 'some changes can be neither shown nor undone'

/**
 * Validates the schema of every document, the references between documents and replays every history.
 *
 * @param isComplete one line per finding; otherwise one per kind of finding and document, with its first path
 * @returns lines of document, path, finding and repair; the only values in them are names of technologies
 */
export async function check(
  store: ObjectStore,
  isComplete: boolean,
  progress?: Progress,
): Promise<Checked> {
  const report = createReport(isComplete)
  const values = await checkSchemas(store, report, progress)
  checkReferences(values, report)
  const verdicts = await checkHistories(store, report, progress)
  const radar = verdicts.find(({ name }) => name === 'radar')
  if (radar?.verdict.fault === undefined)
    await checkEditions(store, values.get('radarEditions'), report)
  return { lines: report.lines, findings: report.findings }
}

type Report = ReturnType<typeof createReport>

function createReport(isComplete: boolean) {
  const lines: string[] = []
  const findings: FindingCounts = { schema: 0, reference: 0, history: 0 }
  return {
    lines,
    findings,
    add(kind: keyof FindingCounts, file: string, found: readonly Finding[]): void {
      findings[kind] += found.length
      lines.push(...findingLines(file, found, isComplete))
    },
  }
}

/** Returns the values of the valid documents. */
async function checkSchemas(store: ObjectStore, report: Report, progress?: Progress) {
  const values = new Map<string, unknown>()
  const documents = Object.keys(DOCUMENTS) as DocumentName[]
  for (const [i, name] of documents.entries()) {
    progress?.show(`Checking ${i + 1} of ${documents.length} documents`)
    const { ref } = DOCUMENTS[name]
    const got = await store.get(ref)
    const found = got.kind === 'found' ? unreadable(ref, got.body) : absent(name)
    if (found.length > 0) {
      report.add('schema', nameOf(ref), found)
      report.lines.push(...(await repairLines(store, ref, got)))
    } else if (got.kind === 'found') {
      const value = parseJson(got.body)
      values.set(name, value)
      report.add('schema', nameOf(ref), mistypedValues(name, value).map(asFinding))
      const lost = lostLists(name, value)
      report.add('schema', nameOf(ref), lost)
      if (lost.length > 0) report.lines.push(...(await repairLines(store, ref, got)))
    }
  }
  for (const ref of await monthlyRefs(store)) {
    const got = await store.get(ref)
    const found = got.kind === 'found' ? unreadable(ref, got.body) : []
    report.add('schema', nameOf(ref), found)
    if (found.length > 0) report.lines.push(...(await repairLines(store, ref, got)))
  }
  return values
}

/** Checks the references between documents. */
function checkReferences(values: ReadonlyMap<string, unknown>, report: Report): void {
  const valueOf = (name: DocumentName) => asRecord(values.get(name))
  const { projects } = valueOf('projects')
  const beyond = beyondBounds(joinedOf(values))
  const named = {
    radar: [
      ...unknownRadarParts(valueOf('radar')),
      ...uncertainRoles(valueOf('radar')),
      ...unknownDirectorates(valueOf('radar')['entries'], values.get('directorates')),
      ...leftOutEntries(valueOf('radar')),
      ...beyond.radar,
    ],
    banners: invalidBannerTimes(valueOf('banners')['messages']),
    projects: [
      ...ownerlessProjects(projects),
      ...duplicateNames(projects),
      ...invalidContacts(projects),
      ...unlistedTechnologies(projects, valueOf('arrayData')),
      ...leftOutOfProjects(projects),
      ...beyond.projects,
    ],
    technologyNames: [
      ...sharedNames(values.get('technologyNames')),
      ...leftOutNames(values.get('technologyNames')),
    ],
    arrayData: [...leftOutItems(valueOf('arrayData')), ...beyond.arrayData],
    repositories: [
      ...leftOutLanguages(valueOf('repositories')['repositories']),
      ...beyond.repositories,
    ],
    apiKeys: keysWithoutHash(valueOf('apiKeys')['keys'], valueOf('apiKeyHashes')),
  }
  for (const [name, found] of Object.entries(named))
    report.add('reference', nameOf(DOCUMENTS[name as DocumentName].ref), found.map(asFinding))
}

/** The documents that are joined, without an absent or damaged one. */
function joinedOf(values: ReadonlyMap<string, unknown>): LandscapeDocuments {
  const {
    arrayData: lists = NO_DOCUMENTS.lists,
    technologyNames: names = NO_DOCUMENTS.names,
    ...others
  } = Object.fromEntries(values as ReadonlyMap<string, never>)
  return { ...NO_DOCUMENTS, ...others, lists, names }
}

async function checkHistories(store: ObjectStore, report: Report, progress?: Progress) {
  const verdicts = await verdictsOf(store, (name) =>
    progress?.show(`Verifying the history of ${name}`),
  )
  for (const one of verdicts) {
    report.add('history', `history of ${one.name}`, brokenIn(one))
    if (one.verdict.fault !== undefined) {
      report.lines.push(...historyRepairLines(one.name, one.verdict.object))
    }
    if (isMissing(one)) {
      const { ref } = DOCUMENTS[HISTORIES[one.name]]
      report.lines.push(...(await repairLines(store, ref, { kind: 'missing' })))
    }
  }
  return verdicts
}

/** Reports editions whose radar the history does not hold. */
async function checkEditions(store: ObjectStore, editions: unknown, report: Report) {
  const found: Finding[] = []
  const past = await openPast(store, 'radar', await store.get(DOCUMENTS.radar.ref))
  for (const [i, edition] of elementsOf(editions).entries()) {
    const at = Edition.safeParse(edition).data?.at
    if (at === undefined || (await past.stateAt(Date.parse(at)))?.value !== undefined) continue
    found.push({ path: [i, 'at'], what: 'is before the history of the radar', outcome: UNHELD })
  }
  report.add('history', nameOf(DOCUMENTS.radarEditions.ref), found)
}

/** Locations of the stored monthly documents. */
async function monthlyRefs(store: ObjectStore): Promise<ObjectRef[]> {
  return (await Promise.all(MONTHLY_NAMES.map((name) => storedMonths(store, name)))).flat()
}

/** Documents that only the commands of operators store. */
const OF_OPERATORS: ReadonlySet<string> = new Set<DocumentName>(['storeCheck', 'lastBackup'])

/** Documents of usage exist only with a source-control host. */
function isNeeded(name: DocumentName): boolean {
  const { ref } = DOCUMENTS[name]
  return ref.bucket === 'main' && !OF_OPERATORS.has(name) && ABSENT[name] === undefined
}

function asFinding({ path, what, repair }: RepairableFinding): Finding {
  return { path, what, outcome: repair }
}

function unreadable(ref: ObjectRef, body: Buffer): Finding[] {
  return schemaFaults(ref, body).map((fault) => ({ ...fault, outcome: UNREADABLE }))
}

function absent(name: DocumentName): Finding[] {
  return isNeeded(name) ? [{ path: [], what: 'does not exist', outcome: ABSENT_ELSE }] : []
}

function brokenIn(one: NamedVerdict): Finding[] {
  const { fault } = one.verdict
  if (fault !== undefined) return [{ path: [], what: fault, outcome: BROKEN }]
  return isMissing(one) ? [{ path: [], what: 'has no document', outcome: MISSING }] : []
}

function isMissing({ verdict, exists }: NamedVerdict): boolean {
  return !exists && verdict.fault === undefined && verdict.records > 0
}

/**
 * Stores the result of a check, from which a service derives metrics.
 *
 * @param checkedAt milliseconds since the epoch
 */
export async function recordCheck(
  store: ObjectStore,
  findings: FindingCounts,
  checkedAt: number,
): Promise<void> {
  const { ref, schema } = DOCUMENTS.storeCheck
  await createDocument(store, ref, schema).change(
    () => ({ next: { checkedAt, findings }, result: undefined }),
    { by: { actor: 'operator', action: 'record a check' } },
  )
}
