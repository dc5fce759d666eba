import { asRecord, DOCUMENTS, type DocumentName, type StoreCheck } from '@landscape/contracts'
import { createDocument } from '@landscape/documents'
import { nameOf, parseJson, type ObjectStore } from '@landscape/object-store'
import { wrongTimes } from './banner-times.ts'
import { schemaFaults } from './faults-in.ts'
import { verdictsOf, type NamedVerdict } from './history.ts'
import { ABSENT, ABSENT_ELSE } from './inspect.ts'
import { namesakes, ownerless, strays, unlisted, unreachable, type Dangling } from './references.ts'
import { told, type Oddity } from './told.ts'

/** How many findings there are of each kind. */
export type Findings = StoreCheck['findings']

export interface Checked {
  lines: string[]
  findings: Findings
}

const UNREADABLE = 'nobody can read or edit the document: put a good version back (put, or restore)'
const GONE = 'its history is there, but the document is not: restore it as it was at an instant'
const BROKEN =
  'some changes cannot be told or undone: put the objects of the history back as they were'

/**
 * Reads every document against its schema, what documents name in each other, and the chain of every history;
 * alters nothing.
 *
 * @param isWhole a line for each place; else one for each sort of finding in a document, with its first place
 * @returns lines of document, place, what is wrong there, and what to do; nothing of what the documents hold but
 *   names of technologies
 */
export async function check(store: ObjectStore, isWhole: boolean): Promise<Checked> {
  const lines: string[] = []
  const findings: Findings = { schema: 0, reference: 0, history: 0 }
  const add = (kind: keyof Findings, file: string, found: readonly Oddity[]) => {
    findings[kind] += found.length
    lines.push(...told(file, found, isWhole))
  }
  const values = new Map<string, unknown>()
  for (const [name, { ref }] of Object.entries(DOCUMENTS)) {
    const got = await store.get(ref)
    if (got.kind === 'found') {
      const faults = schemaFaults(ref, got.body)
      if (faults.length === 0) values.set(name, parseJson(got.body))
      add(
        'schema',
        nameOf(ref),
        faults.map((fault) => ({ ...fault, outcome: UNREADABLE })),
      )
    } else if (isNeeded(name)) {
      add('schema', nameOf(ref), [{ path: [], what: 'is not there', outcome: ABSENT_ELSE }])
    }
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
  for (const verdict of await verdictsOf(store)) {
    add('history', `history of ${verdict.name}`, brokenIn(verdict))
  }
  return { lines, findings }
}

/** What the commands leave, once somebody has run them. */
const OF_OPERATORS: ReadonlySet<string> = new Set<DocumentName>(['storeCheck', 'lastBackup'])

/** Whoever has no source-control host has no documents of usage; all else is needed unless something is said of it. */
function isNeeded(name: string): boolean {
  const { ref } = DOCUMENTS[name as DocumentName]
  return ref.bucket === 'main' && !OF_OPERATORS.has(name) && ABSENT[name] === undefined
}

function asFinding({ path, what, mend }: Dangling): Oddity {
  return { path, what, outcome: mend }
}

function brokenIn({ verdict, isThere }: NamedVerdict): Oddity[] {
  if (verdict.fault !== undefined) return [{ path: [], what: verdict.fault, outcome: BROKEN }]
  const isGone = !isThere && verdict.records > 0
  return isGone ? [{ path: [], what: 'has no document', outcome: GONE }] : []
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
