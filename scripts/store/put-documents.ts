import { nameOf, parseJson, type ObjectRef, type ObjectStore } from '@landscape/object-store'
import type { Progress } from '@landscape/config'
import { isTooMuch } from '../../services/admin-review/src/losses.ts'
import { faultsIn, isOurs } from './faults-in.ts'
import { putRecorded } from './put-recorded.ts'
import { damageOf, historyNameOf } from './readable.ts'
import { judge, type Judgement } from './rules.ts'
import { plain, pointerOf } from './told.ts'

/** A document to store. */
export interface GivenDocument {
  ref: ObjectRef
  body: Buffer
}

export interface PutOptions {
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
const INSIST_UNREADABLE = `--force stores it anyway: readers then get the last good copy while there is one, and nobody can
edit the document.`
const INSIST_RULES = '--force stores it anyway.'
const CONFIRM = '--yes stores it all the same.'

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
  for (const document of documents) {
    const broken = faultsIn(document.ref, document.body)
    if (broken !== undefined) {
      if (!isForced) objections.push(broken, INSIST_UNREADABLE)
      continue
    }
    const judgement = await judged(store, document)
    if (!isForced) objections.push(...faultLines(document.ref, judgement))
    if (!isConfirmed) objections.push(...lossLines(document.ref, judgement))
  }
  if (objections.length > 0) throw new Error([...objections, 'Nothing was stored.'].join('\n'))

  const lines: string[] = []
  for (const [i, { ref, body }] of documents.entries()) {
    progress.show(`Storing ${i + 1} of ${documents.length} documents`)
    const got = await store.get(ref)
    if (got.kind === 'found' && got.body.equals(body)) {
      lines.push(`Unchanged: ${nameOf(ref)}`)
      continue
    }
    const action = `${verb} ${historyNameOf(ref) ?? nameOf(ref)}`
    await putRecorded(store, ref, body, { author, action })
    lines.push(`Stored ${nameOf(ref)}`)
    if (!isOurs(ref)) lines.push(`No service reads ${nameOf(ref)}: check its name.`)
  }
  progress.clear()
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
    `${nameOf(ref)} is not what an edit over HTTP would store:`,
    ...named(faults.map(({ path, detail }) => `${pointerOf(path)}: ${detail}`)),
    INSIST_RULES,
  ]
}

function lossLines(ref: ObjectRef, { losses }: Judgement): string[] {
  const loss = losses.find(isTooMuch)
  if (!loss) return []
  const { of, removes, total } = loss
  return [
    `${nameOf(ref)}: this would remove ${removes.length} of ${total} ${of}:`,
    ...named(removes),
    CONFIRM,
  ]
}

function named(all: readonly string[]): string[] {
  const more = all.length - MAX_NAMED
  const lines = all.slice(0, MAX_NAMED).map((one) => `  ${plain(one)}`)
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}
