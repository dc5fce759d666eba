import { DomainError } from '@landscape/contracts/errors/domain-error'
import { HistoryDamaged } from '../history/damaged.ts'
import type { Past, Period, Position } from '../history/past.ts'
import { StoreUnavailable } from '../objects/port.ts'

/**
 * Maps the errors of a history to those of its callers: DomainError `unavailable` when the store is
 * unavailable, and `failed` when the history is damaged. `changes` and `versions` throw HistoryDamaged
 * after the readable part.
 */
export async function pastWithDomainErrors(opening: Promise<Past>): Promise<Past> {
  const past = await opening.catch(rethrow)
  return {
    leadsTo: past.leadsTo,
    async *changes(period: Period, below?: Position) {
      try {
        yield* past.changes(period, below)
      } catch (error) {
        throw toCaller(error)
      }
    },
    async *versions() {
      try {
        yield* past.versions()
      } catch (error) {
        throw toCaller(error)
      }
    },
    find: (id) => past.find(id).catch(rethrow),
    stateAt: (instant) => past.stateAt(instant).catch(rethrow),
    async *later(change) {
      try {
        yield* past.later(change)
      } catch (error) {
        rethrow(error)
      }
    },
  }
}

/** For calls without a partial result. */
function rethrow(error: unknown): never {
  if (!(error instanceof HistoryDamaged)) throw toCaller(error)
  throw new DomainError('failed', `The history is damaged: ${error.message}`, { cause: error })
}

/** The error for a caller: `unavailable` for a store that cannot be reached, any other unchanged. */
export function toCaller(error: unknown): unknown {
  if (!(error instanceof StoreUnavailable)) return error
  return new DomainError('unavailable', 'Storage is not reachable', { cause: error, retryAfter: 5 })
}
