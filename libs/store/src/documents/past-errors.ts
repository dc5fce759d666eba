import { DomainError } from '@landscape/contracts'
import { HistoryDamaged } from '../history/damaged.ts'
import { type Past, type Period, type Position } from '../history/past.ts'
import { StoreUnavailable } from '../objects/port.ts'

/**
 * A history that says to its callers why it cannot be told: what it is asked rejects with a DomainError
 * `unavailable` when the store is away, since of what happened there is no copy, and with `failed` when
 * it is damaged. Walks end with HistoryDamaged there: what came before that was told.
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

/** Half an answer would be a wrong one. */
function rethrow(error: unknown): never {
  if (!(error instanceof HistoryDamaged)) throw toCaller(error)
  throw new DomainError('failed', `The history is damaged: ${error.message}`, { cause: error })
}

function toCaller(error: unknown): unknown {
  if (!(error instanceof StoreUnavailable)) return error
  return new DomainError('unavailable', 'Storage is not reachable', { cause: error, retryAfter: 5 })
}
