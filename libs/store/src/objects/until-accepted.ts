import { setTimeout as sleep } from 'node:timers/promises'
import { nameOf, PreconditionFailed, StoreUnavailable, type ObjectRef } from './port.ts'

const MAX_ATTEMPTS = 30
const MAX_PAUSE_MS = 100

/**
 * Repeats a write on top of the newest version while the store rejects it.
 *
 * @param write reads the newest version and replaces it
 * @throws StoreUnavailable after too many rejections
 */
export async function untilAccepted<R>(ref: ObjectRef, write: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
      if (attempt === MAX_ATTEMPTS) {
        throw new StoreUnavailable(
          `The store rejected ${attempt} writes of ${nameOf(ref)}: other programs replace it all the time, ` +
            'or the conditional writes of the store do not work',
          { cause: error },
        )
      }
    }
    // Full jitter, so that writers that collided once do not collide again.
    await sleep(Math.random() * MAX_PAUSE_MS)
  }
}
