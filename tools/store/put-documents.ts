import { isHistoryKey, nameOf, type ObjectRef, type ObjectStore, parseJson } from '@landscape/store'
import type { Progress } from '@landscape/runtime'
import { isLarge } from '../../services/admin-review/src/history/shrink-guard.ts'
import { faultsIn, isOurs } from './faults-in.ts'
import { hintAt } from './operands.ts'
import { putRecorded } from './put-recorded.ts'
import { damageOf, historyNameOf } from './readable.ts'
import { judge, type Judgement } from './rules.ts'
import { plain, pointerOf } from './told.ts'

/** A document to store. */
interface GivenDocument {
  ref: ObjectRef
  body: Buffer
}

interface PutOptions {
  /** Who stores them, for the history. */
  author: string
  /** What the history calls it: `put`, `import`. */
  verb: string
  /** Whether a document is stored that breaks its schema, or the rules of edits. */
  isForced: boolean
  /** Whether much may be removed. */
  isConfirmed: boolean
  progress: Progress
}

const MAX_NAMED = 10
/** What to do about each kind of objection. */
const ANYWAY = {
  unreadable: `--force stores it anyway: readers then get the last good copy while there is one, and nobody can
edit the document.`,
  refused: '--force stores it anyway.',
  removes: '--yes stores it anyway.',
}
type Kind = keyof typeof ANYWAY

/**
 * Stores documents over what is there, all of them or none: each has to match its schema, to be what an edit over
 * HTTP could store, and to leave most of what is stored.
 *
 * @returns what was done, in lines
 * @throws Error that names what is wrong, or what would be removed
 */
export async function putDocuments(
  store: ObjectStore,
  documents: readonly GivenDocument[],
  options: PutOptions,
): Promise<string[]> {
  const { author, verb, isForced, isConfirmed, progress } = options
  const objections: string[] = []
  const kinds = new Set<Kind>()
  const object = (kind: Kind, lines: readonly string[]) => {
    if (lines.length > 0) kinds.add(kind)
    objections.push(...lines)
  }
  for (const document of documents) {
    const broken = faultsIn(document.ref, document.body)
    if (broken === undefined) {
      const judgement = await judged(store, document)
      if (!isForced) object('refused', faultLines(document.ref, judgement))
      if (!isConfirmed) object('removes', lossLines(document.ref, judgement))
    } else if (!isForced) object('unreadable', [broken])
  }
  if (objections.length > 0) {
    const anyway = [...kinds].map((kind) => ANYWAY[kind])
    throw new Error([...objections, `Nothing was stored. ${anyway.join(' ')}`].join('\n'))
  }

  const lines: string[] = []
  // Histories come first: the record of a document that is stored continues its history.
  const ordered = documents.toSorted(
    (a, b) => Number(isHistoryKey(b.ref.key)) - Number(isHistoryKey(a.ref.key)),
  )
  for (const [i, { ref, body }] of ordered.entries()) {
    progress.show(`Storing ${i + 1} of ${documents.length} documents`)
    const got = await store.get(ref)
    if (got.kind === 'found' && got.body.equals(body)) {
      lines.push(`Unchanged: ${nameOf(ref)}`)
      continue
    }
    const action = `${verb} ${historyNameOf(ref) ?? nameOf(ref)}`
    await putRecorded(store, ref, body, { author, action })
    lines.push(`Stored ${nameOf(ref)}`)
    if (!isOurs(ref)) lines.push(`No service reads ${nameOf(ref)}.${hintAt(nameOf(ref))}`)
  }
  return lines
}

async function judged(store: ObjectStore, { ref, body }: GivenDocument): Promise<Judgement> {
  const got = await store.get(ref)
  const isReadable = got.kind === 'found' && damageOf(ref, got) === undefined
  return judge(ref, parseJson(body), isReadable ? parseJson(got.body) : undefined)
}

function faultLines(ref: ObjectRef, { faults }: Judgement): string[] {
  if (faults.length === 0) return []
  return [
    `${nameOf(ref)} would be rejected by the HTTP API:`,
    ...named(faults.map(({ path, detail }) => `${pointerOf(path)}: ${detail}`)),
  ]
}

function lossLines(ref: ObjectRef, { losses }: Judgement): string[] {
  const loss = losses.find(isLarge)
  if (!loss) return []
  const { of, removes, total } = loss
  return [
    `${nameOf(ref)}: this would remove ${removes.length} of ${total} ${of}:`,
    ...named(removes),
  ]
}

function named(all: readonly string[]): string[] {
  const more = all.length - MAX_NAMED
  const lines = all.slice(0, MAX_NAMED).map((one) => `  ${plain(one)}`)
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}
