import type { Changed } from '@landscape/documents'
import { DomainError } from '@landscape/errors'
import { isTooMuch, type Loss } from './losses.ts'

/** Subjects that a refusal names, and the characters that it shows of each. */
const NAMED = { subjects: 100, characters: 200 }

/**
 * Refuses a save that takes more than a fifth, and at least ten, of the things of one kind, or the
 * last of them; the only one may go.
 *
 * @param losses the first that is too much is named
 * @throws DomainError `conflict` with the first hundred subjects in `removes`
 */
export function assertKeepsMost(losses: readonly Loss[]): void {
  const loss = losses.find(isTooMuch)
  if (!loss) return
  const { of, removes, total } = loss
  const text = `This would remove ${removes.length} of ${total} ${of}`
  throw new DomainError('conflict', text, {
    extensions: { removes: removes.slice(0, NAMED.subjects).map(shortened) },
  })
}

function shortened(subject: string): string {
  const { characters } = NAMED
  return subject.length <= characters ? subject : `${subject.slice(0, characters).toWellFormed()}…`
}

/** What a route of guarded saves is given. */
export interface Guarded {
  /** Whether saves that remove much of a document have to confirm it. */
  shrinkGuard: boolean
}

/** For the description of the API. */
export const CONFIRMED =
  'A save that removes more than a fifth (and at least ten) of what there is, or the last of several, is a 409 with the subjects in `removes`, unless it says `confirmRemoval`.'

/**
 * A change that is refused when it takes too much away of the version that it is applied to.
 *
 * @param isGuarded otherwise it is the change as it was
 */
export function keepingMost<T, R>(
  isGuarded: boolean,
  change: (current: T | undefined) => Changed<T, R>,
  lossesOf: (before: T, after: T) => readonly Loss[],
): (current: T | undefined) => Changed<T, R> {
  if (!isGuarded) return change
  return (current) => {
    const changed = change(current)
    if (current !== undefined) assertKeepsMost(lossesOf(current, changed.next))
    return changed
  }
}
