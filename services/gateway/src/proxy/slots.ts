import { DomainError } from '@landscape/errors'

/** The place of one request at a service, held while the service works on it. */
export interface Slot {
  /** The service waits for a reader that is slow; the reader may be given up for somebody else. */
  stalls: (giveUp: () => void) => void
  /** The reader takes its answer again. */
  flows: () => void
  free: () => void
}

export interface SlotsOptions {
  /** Name of the service, for the caller. */
  service: string
  /** Requests that may be under way; more are turned away at once. */
  max: number
  /** How long a reader may keep a service waiting while somebody else needs its place. */
  stalledMs?: number
  observe?: (event: 'taken' | 'freed' | 'turned-away' | 'reader-given-up') => void
}

const STALLED_MS = 1_000

/**
 * Bounds the requests under way to one service: one that is frozen or flooded must cost the gateway
 * neither memory nor its callers' patience, and must not touch the other services. Readers cannot
 * fill the places: when all are taken, the reader that has kept the service waiting for longest goes.
 */
export function createSlots({
  service,
  max,
  stalledMs = STALLED_MS,
  observe = () => {},
}: SlotsOptions) {
  let taken = 0
  /** In the order in which they began to wait. */
  const stalled = new Map<Slot, { since: number; giveUp: () => void }>()

  function hasRoom(): boolean {
    if (taken < max) return true
    const [longest] = stalled
    if (!longest || performance.now() - longest[1].since < stalledMs) return false
    stalled.delete(longest[0])
    longest[1].giveUp()
    observe('reader-given-up')
    return true
  }

  return {
    /** @throws DomainError `unavailable` when no place is left */
    take(): Slot {
      if (!hasRoom()) {
        observe('turned-away')
        throw new DomainError('unavailable', `The ${service} service is busy`, {
          reason: 'no place',
          retryAfter: 1,
        })
      }
      taken++
      observe('taken')
      const slot: Slot = {
        stalls: (giveUp) => stalled.set(slot, { since: performance.now(), giveUp }),
        flows: () => stalled.delete(slot),
        free() {
          stalled.delete(slot)
          taken--
          observe('freed')
        },
      }
      return slot
    },
  }
}
