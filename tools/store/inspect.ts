import { SHARED_DOCUMENTS, findUnsafeJson, type JsonRecord } from '@landscape/contracts'
import { nameOf, parseJson, type ObjectStore } from '@landscape/store'
import { faultsIn } from './faults-in.ts'
import { ODDITIES } from './oddities.ts'
import { unkept, unsendable } from './as-read.ts'
import { KEPT, told, type Oddity } from './told.ts'

/** What inspection found: how the command ends says it, too. */
const VERDICTS = { asUsual: 0, odd: 2, unreadable: 3 } as const

/** What is said of documents that are not there; others are needed. */
export const ABSENT: Readonly<Record<string, string>> = {
  banners: 'no banners until the first is added',
  projects: 'no projects until the first is registered',
  arrayData: 'no technology lists until all are sent at once',
  adminTeams: 'the assistant has no administrators',
  teams: 'administrators of the assistant see their own teams',
  seats: 'seats come from the source-control host only',
}
export const ABSENT_ELSE = 'routes that read it return 500 until it is stored'

/** What later versions of the programs before call an object that is the same otherwise. */
const LATER_KEYS: Readonly<Record<string, string>> = {
  repositories: 'repositoryStatistics.json',
  radar: 'techRadarEntries.json',
  banners: 'bannerMessages.json',
  organisationHistory: 'organisation_history.json',
}

interface Inspected {
  lines: string[]
  verdict: (typeof VERDICTS)[keyof typeof VERDICTS]
}

/**
 * Looks at every document that other programs share, and alters none.
 *
 * @param isWhole a line for each place; else one for each sort of oddity of a document, with its first place
 * @returns lines of document, place, what is odd there, and what becomes of it; no value of the document
 */
export async function inspect(store: ObjectStore, isWhole: boolean): Promise<Inspected> {
  const lines: string[] = []
  let verdict: Inspected['verdict'] = VERDICTS.asUsual
  for (const [name, { ref }] of Object.entries(SHARED_DOCUMENTS)) {
    const file = nameOf(ref)
    const got = await store.get(ref)
    if (got.kind !== 'found') {
      lines.push(`${file}: does not exist: ${ABSENT[name] ?? ABSENT_ELSE}`)
      const later = { ...ref, key: LATER_KEYS[name] ?? ref.key }
      if ((await store.get(later)).kind === 'found') {
        if (verdict === VERDICTS.asUsual) verdict = VERDICTS.odd
        lines.push(
          `${nameOf(later)}: is a later name of this document and is not read: store it as ${file}`,
        )
      }
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
    const found = odditiesOf(name, got.body)
    if (found.length > 0 && verdict === VERDICTS.asUsual) verdict = VERDICTS.odd
    lines.push(...(found.length === 0 ? [`${file}: ok`] : told(file, found, isWhole)))
  }
  return { lines, verdict }
}

function odditiesOf(name: string, body: Buffer): Oddity[] {
  const document = parseJson(body)
  const unsound = findUnsafeJson(document).map(({ path, detail }) => {
    return { path, what: detail, outcome: KEPT }
  })
  const rule = ODDITIES[name]
  return [
    ...unkept(body),
    ...(rule ? rule(document as JsonRecord) : []),
    ...unsound,
    ...unsendable(name, document),
  ]
}

/** For the description of the command. */
export const INSPECT_CODES = `Ends with ${VERDICTS.asUsual} when nothing is odd, ${VERDICTS.odd} when something is (all of it is read and kept), ${VERDICTS.unreadable} when a
  document cannot be read, 1 when the store cannot be looked at.`
