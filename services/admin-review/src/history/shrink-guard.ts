import type { Changed, Removal } from '@landscape/store'
import { DomainError } from '@landscape/contracts'
import { isTooMuch, type Loss } from './losses.ts'

/** What happens to a save that removes much: it is stored and marked, or rejected unless it is confirmed. */
export type ShrinkGuard = 'allow' | 'refuse'

/** What a route of such saves is given. */
export interface Guarded {
  shrinkGuard: ShrinkGuard
}

/** What the answer to a save that removed much says. */
interface Removed {
  /** What a person calls each thing, the first of them. */
  removed?: string[]
  /** How many there are. */
  removedCount?: number
}

/** Subjects that an answer names, and the characters that it shows of each. */
const NAMED = { subjects: 100, characters: 200 }

/** For the description of the API. */
export const LARGE_REMOVALS =
  'A save that removes more than a fifth (and at least ten) of what is stored, or the last of several, is answered with what it `removed` and with the request that takes it back in `undo`. Where the operator has set `SHRINK_GUARD=refuse`, it is a 409 with the subjects in `removes`, unless it says `confirmRemoval`.'

/**
 * The loss by which a save removes more than a fifth, and at least ten, of the things of one kind, or
 * the last of several; the first of such losses.
 */
export function largeLoss(losses: readonly Loss[]): Loss | undefined {
  return losses.find(isTooMuch)
}

/** What the history says of a loss. */
export function removalOf({ of, removes, total }: Loss): Removal {
  return { of, count: removes.length, total }
}

/** The refusal of a loss, with its first subjects in `removes`. */
export function refusalOf(loss: Loss): DomainError {
  const { count, total, of } = removalOf(loss)
  const text = `This would remove ${count} of ${total} ${of}`
  return new DomainError('conflict', text, { extensions: { removes: subjectsOf(loss) } })
}

function subjectsOf({ removes }: Loss): string[] {
  return removes.slice(0, NAMED.subjects).map(shortened)
}

function shortened(subject: string): string {
  const { characters } = NAMED
  return subject.length <= characters ? subject : `${subject.slice(0, characters).toWellFormed()}…`
}

/**
 * A change that is marked when it removes much of the version that it is applied to, and names in its
 * result what it removes.
 *
 * @param isRefused such a change throws DomainError `conflict` instead
 */
export function guarded<T, R extends object>(
  change: (current: T | undefined) => Changed<T, R>,
  {
    lossesOf,
    isRefused,
  }: { lossesOf: (before: T, after: T) => readonly Loss[]; isRefused: boolean },
): (current: T | undefined) => Changed<T, R & Removed> {
  return (current) => {
    const changed = change(current)
    const loss = current === undefined ? undefined : largeLoss(lossesOf(current, changed.next))
    if (!loss) return changed
    if (isRefused) throw refusalOf(loss)
    const removal = removalOf(loss)
    const removed = { removed: subjectsOf(loss), removedCount: removal.count }
    return { ...changed, removal, result: { ...changed.result, ...removed } }
  }
}
