import { isHistoryKey } from '@landscape/store/history/archive'
import { parseJson } from '@landscape/store/json/parse-json'
import { nameOf, type ObjectRef, type ObjectStore } from '@landscape/store/objects/port'
import type { Progress } from '../command-line/progress.ts'
import { isLarge } from '@landscape/admin-review/history/removals'
import { faultsIn, isReadByService } from './schema-faults.ts'
import { hintAt } from './operands.ts'
import { otherNameLine } from './other-names.ts'
import { putRecorded } from './put-recorded.ts'
import { damageOf, historyNameOf } from './stored-version.ts'
import { checkEdit, type EditReport } from './rules.ts'
import { printable, pointerOf } from './finding.ts'

/** A document to store. */
interface GivenDocument {
  ref: ObjectRef
  body: Buffer
}

interface PutOptions {
  /** Author for the history. */
  author: string
  /** Action for the history: `put`, `import`. */
  verb: string
  /** Stores documents that violate their schema or the rules of edits. */
  isForced: boolean
  /** Allows the removal of many elements. */
  isConfirmed: boolean
  progress: Progress
}

const MAX_NAMED = 10
/** How to override each kind of error. */
const OVERRIDES = {
  unread: '--force stores it anyway.',
  unreadable:
    '--force stores it anyway: readers then get the last valid copy while it is cached, and ' +
    'the document cannot be edited.',
  rejected: '--force stores it anyway.',
  removes: '--yes stores it anyway.',
}
type Kind = keyof typeof OVERRIDES
const ALSO_CONFIRM = '--force accepts errors of the document; add --yes to confirm the removal.'

/**
 * Stores all documents or none. Each must be read by a service, match its schema, satisfy the rules of edits over HTTP and keep
 * most of the stored elements.
 *
 * @returns one line per document
 * @throws Error with the errors and removals of all documents
 */
export async function putDocuments(
  store: ObjectStore,
  documents: readonly GivenDocument[],
  options: PutOptions,
): Promise<string[]> {
  const { author, verb, isForced, isConfirmed, progress } = options
  const errors: string[] = []
  const kinds = new Set<Kind>()
  const reject = (kind: Kind, lines: readonly string[]) => {
    if (lines.length > 0) kinds.add(kind)
    errors.push(...lines)
  }
  const reports = new Map<GivenDocument, EditReport>()
  for (const document of documents) {
    if (!isForced) reject('unread', unreadLines(document.ref))
    const broken = faultsIn(document.ref, document.body)
    const report = await reportOn(store, document, broken === undefined)
    reports.set(document, report)
    if (broken === undefined) {
      if (!isForced) reject('rejected', faultLines(document.ref, report))
      if (!isConfirmed) reject('removes', lossLines(document.ref, report))
    } else if (!isForced) reject('unreadable', [broken])
  }
  if (errors.length > 0) {
    const overrides = new Set(
      [...kinds].map((kind) => (isForced && kind === 'removes' ? ALSO_CONFIRM : OVERRIDES[kind])),
    )
    throw new Error([...errors, `Nothing was stored. ${[...overrides].join(' ')}`].join('\n'))
  }

  const lines: string[] = []
  // Histories first, since storing a document appends a record to its history.
  const ordered = documents.toSorted(
    (a, b) => Number(isHistoryKey(b.ref.key)) - Number(isHistoryKey(a.ref.key)),
  )
  for (const [i, document] of ordered.entries()) {
    const { ref, body } = document
    progress.show(`Storing ${i + 1} of ${documents.length} documents`)
    const got = await store.get(ref)
    if (got.kind === 'found' && got.body.equals(body)) {
      lines.push(`Unchanged: ${nameOf(ref)}`)
      continue
    }
    const action = `${verb} ${historyNameOf(ref) ?? nameOf(ref)}`
    await putRecorded(store, ref, body, { author, action })
    lines.push(`Stored ${nameOf(ref)}`, ...removedLines(reports.get(document)), ...unreadLines(ref))
  }
  return lines
}

/** Names a document that no service reads. */
function unreadLines(ref: ObjectRef): string[] {
  if (isReadByService(ref)) return []
  const name = nameOf(ref)
  return [otherNameLine(ref) ?? `No service reads ${name}.${hintAt(name)}`]
}

/** @param isValid otherwise no reader gets the document, so that all its elements are removed */
async function reportOn(
  store: ObjectStore,
  { ref, body }: GivenDocument,
  isValid: boolean,
): Promise<EditReport> {
  const got = await store.get(ref)
  const isReadable = got.kind === 'found' && damageOf(ref, got) === undefined
  const next = isValid ? parseJson(body) : undefined
  return checkEdit(ref, next, isReadable ? parseJson(got.body) : undefined)
}

function faultLines(ref: ObjectRef, { faults }: EditReport): string[] {
  if (faults.length === 0) return []
  return [
    `${nameOf(ref)} would be rejected by the HTTP API:`,
    ...named(faults.map(({ path, detail }) => `${pointerOf(path)}: ${detail}`)),
  ]
}

function lossLines(ref: ObjectRef, { losses }: EditReport): string[] {
  const loss = losses.find(isLarge)
  if (!loss) return []
  return [`${nameOf(ref)}: this would remove ${countOf(loss)}:`, ...named(loss.removes)]
}

/** Names what a stored document removed; losses of the same elements are one. */
function removedLines({ losses }: EditReport = { faults: [], losses: [] }): string[] {
  const distinct = new Map(losses.map((loss) => [loss.removes.join('\n'), loss] as const))
  return [...distinct.values()].flatMap((loss) =>
    loss.removes.length === 0 ? [] : [`  This removed ${countOf(loss)}:`, ...named(loss.removes)],
  )
}

function countOf({ of, removes, total }: EditReport['losses'][number]): string {
  return `${removes.length} of ${total} ${of}`
}

function named(all: readonly string[]): string[] {
  const more = all.length - MAX_NAMED
  const lines = all.slice(0, MAX_NAMED).map((one) => `  ${printable(one)}`)
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}
