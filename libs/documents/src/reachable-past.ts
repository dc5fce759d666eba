import { DomainError } from '@landscape/errors'
import type { ChangeQuery, Past, Position } from '@landscape/history'
import { StoreUnavailable } from '@landscape/object-store'

/**
 * A history that says to its callers when the store is away: of what happened there is no copy.
 * What it is asked then rejects with a DomainError `unavailable`.
 */
export async function reachablePast(opening: Promise<Past>): Promise<Past> {
  const past = await opening.catch(rethrow)
  return {
    leadsTo: past.leadsTo,
    async *changes(query: ChangeQuery, below?: Position) {
      try {
        yield* past.changes(query, below)
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
        throw toCaller(error)
      }
    },
  }
}

function rethrow(error: unknown): never {
  throw toCaller(error)
}

function toCaller(error: unknown): unknown {
  if (!(error instanceof StoreUnavailable)) return error
  return new DomainError('unavailable', 'Storage is not reachable', { cause: error, retryAfter: 5 })
}
