import { DomainError } from '@landscape/contracts/errors/domain-error'

/** The slot of one request at a service, held while the service works on it. */
export interface Slot {
  /** The service waits for a slow reader, who may be disconnected to free the slot. */
  stall: (disconnect: () => void) => void
  /** The reader reads again. */
  resume: () => void
  free: () => void
}

interface SlotsOptions {
  /** Name of the service, for the caller. */
  service: string
  /** Maximum number of concurrent requests; more are rejected. */
  max: number
  /** Minimum time that a reader stalls before it is disconnected for another request. */
  stalledMs?: number
  observe?: (event: 'taken' | 'freed' | 'turned-away' | 'reader-given-up') => void
}

const STALLED_MS = 1_000

/**
 * Bounds the concurrent requests to one service, so that a frozen or flooded service does not affect the
 * others. When all slots are taken, the reader that stalled first is disconnected.
 */
export function createSlots({
  service,
  max,
  stalledMs = STALLED_MS,
  observe = () => {},
}: SlotsOptions) {
  let taken = 0
  /** In the order in which they stalled. */
  const stalled = new Map<Slot, { since: number; disconnect: () => void }>()

  function hasRoom(): boolean {
    if (taken < max) return true
    const [first] = stalled
    if (!first || performance.now() - first[1].since < stalledMs) return false
    stalled.delete(first[0])
    first[1].disconnect()
    observe('reader-given-up')
    return true
  }

  return {
    /** @throws DomainError `unavailable` when no slot is free */
    take(): Slot {
      if (!hasRoom()) {
        observe('turned-away')
        throw new DomainError('unavailable', `The ${service} service is busy`, {
          reason: 'no slot',
          retryAfter: 1,
        })
      }
      taken++
      observe('taken')
      const slot: Slot = {
        stall: (disconnect) => stalled.set(slot, { since: performance.now(), disconnect }),
        resume: () => stalled.delete(slot),
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
