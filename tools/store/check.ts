import type { Progress } from '@landscape/runtime'
import {
  asRecord,
  DOCUMENTS,
  HISTORIES,
  type DocumentName,
  type StoreCheck,
} from '@landscape/contracts'
import {
  createDocument,
  nameOf,
  type ObjectRef,
  type ObjectStore,
  parseJson,
} from '@landscape/store'
import { wrongTimes } from './banner-times.ts'
import { schemaFaults } from './faults-in.ts'
import { verdictsOf, type NamedVerdict } from './history.ts'
import { ABSENT, ABSENT_ELSE } from './inspect.ts'
import { historyMendLines, mendLines } from './mend.ts'
import { namesakes, ownerless, strays, unlisted, unreachable, type Dangling } from './references.ts'
import { told, type Oddity } from './told.ts'

/** How many findings there are of each kind. */
export type Findings = StoreCheck['findings']

interface Checked {
  lines: string[]
  findings: Findings
}

const UNREADABLE = 'the document can be neither read nor edited'
const GONE = 'its history exists, but the document does not'
const BROKEN = 'some changes can be neither shown nor undone'

/**
 * Reads every document against its schema, what documents name in each other, and the chain of every history;
 * alters nothing.
 *
 * @param isWhole a line for each place; else one for each sort of finding in a document, with its first place
 * @returns lines of document, place, what is wrong there, and what to do; nothing of what the documents hold but
 *   names of technologies
 */
export async function check(
  store: ObjectStore,
  isWhole: boolean,
  progress?: Progress,
): Promise<Checked> {
  const lines: string[] = []
  const findings: Findings = { schema: 0, reference: 0, history: 0 }
  const add = (kind: keyof Findings, file: string, found: readonly Oddity[]) => {
    findings[kind] += found.length
    lines.push(...told(file, found, isWhole))
  }
  const values = new Map<string, unknown>()
  const documents = Object.keys(DOCUMENTS) as DocumentName[]
  for (const [i, name] of documents.entries()) {
    progress?.show(`Checking ${i + 1} of ${documents.length} documents`)
    const { ref } = DOCUMENTS[name]
    const got = await store.get(ref)
    const found = got.kind === 'found' ? unreadable(ref, got.body) : absent(name)
    if (found.length > 0) {
      add('schema', nameOf(ref), found)
      lines.push(...(await mendLines(store, name, got)))
    } else if (got.kind === 'found') values.set(name, parseJson(got.body))
  }
  const valueOf = (name: DocumentName) => asRecord(values.get(name))
  const { projects } = valueOf('projects')
  const named = {
    radar: strays(valueOf('radar')),
    banners: wrongTimes(valueOf('banners')['messages']),
    projects: [
      ...ownerless(projects),
      ...namesakes(projects),
      ...unreachable(projects),
      ...unlisted(projects, valueOf('arrayData')),
    ],
  }
  add('reference', nameOf(DOCUMENTS.radar.ref), named.radar.map(asFinding))
  add('reference', nameOf(DOCUMENTS.banners.ref), named.banners.map(asFinding))
  add('reference', nameOf(DOCUMENTS.projects.ref), named.projects.map(asFinding))
  const verdicts = await verdictsOf(store, (name) =>
    progress?.show(`Verifying the history of ${name}`),
  )
  for (const one of verdicts) {
    add('history', `history of ${one.name}`, brokenIn(one))
    if (one.verdict.fault !== undefined) {
      lines.push(...historyMendLines(one.name, one.verdict.object))
    }
    if (isGone(one)) {
      lines.push(...(await mendLines(store, HISTORIES[one.name], { kind: 'missing' })))
    }
  }
  return { lines, findings }
}

/** What the commands leave, once somebody has run them. */
const OF_OPERATORS: ReadonlySet<string> = new Set<DocumentName>(['storeCheck', 'lastBackup'])

/** Whoever has no source-control host has no documents of usage; all else is needed unless something is said of it. */
function isNeeded(name: DocumentName): boolean {
  const { ref } = DOCUMENTS[name]
  return ref.bucket === 'main' && !OF_OPERATORS.has(name) && ABSENT[name] === undefined
}

function asFinding({ path, what, mend }: Dangling): Oddity {
  return { path, what, outcome: mend }
}

function unreadable(ref: ObjectRef, body: Buffer): Oddity[] {
  return schemaFaults(ref, body).map((fault) => ({ ...fault, outcome: UNREADABLE }))
}

function absent(name: DocumentName): Oddity[] {
  return isNeeded(name) ? [{ path: [], what: 'does not exist', outcome: ABSENT_ELSE }] : []
}

function brokenIn(one: NamedVerdict): Oddity[] {
  const { fault } = one.verdict
  if (fault !== undefined) return [{ path: [], what: fault, outcome: BROKEN }]
  return isGone(one) ? [{ path: [], what: 'has no document', outcome: GONE }] : []
}

function isGone({ verdict, isThere }: NamedVerdict): boolean {
  return !isThere && verdict.fault === undefined && verdict.records > 0
}

/**
 * Leaves what a check found in the store, where a service tells its figures from.
 *
 * @param checkedAt milliseconds since the epoch
 */
export async function recordCheck(
  store: ObjectStore,
  findings: Findings,
  checkedAt: number,
): Promise<void> {
  const { ref, schema } = DOCUMENTS.storeCheck
  await createDocument(store, ref, schema).change(
    () => ({ next: { checkedAt, findings }, result: undefined }),
    { by: { actor: 'operator', action: 'record a check' } },
  )
}
