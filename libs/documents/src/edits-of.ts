import { diff, type Edit } from '@landscape/history'
import type { Outcome } from './apply-all.ts'
import type { Pending } from './pending.ts'

/** What each caller of a batch altered; a change that altered nothing is none. */
export function editsOf<T>(
  batch: readonly Pick<Pending<T>, 'by'>[],
  outcomes: readonly Outcome<T>[],
  base: T | undefined,
): Edit[] {
  let before = base
  return batch.flatMap(({ by: { email = '', action, requestId, undoes } }, i): Edit[] => {
    const outcome = outcomes[i]
    if (!outcome?.ok) return []
    const after = outcome.value
    const steps = diff(before, after)
    const edit = { actor: { email }, action, requestId, undoes, steps, before, after }
    before = after
    return steps.length > 0 ? [edit] : []
  })
}
