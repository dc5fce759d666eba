import { beforeAll, describe, expect, it } from '@jest/globals'
import { travel, type Journey, type JourneyOptions } from './journey.ts'
import type { ServiceName } from '../../tools/start/plan.ts'
import { containerMegabytes } from './stage.ts'

/** Maximum number of steps in one turn (`libs/contracts/src/async/in-slices.ts`). */
const MAX_STEPS = 2_000
/** Maximum processor time of a thread between two responses of `/livez`. */
const MAX_SILENCE_MS = 2_000
/** Maximum number of technologies that a month keeps. */
const MAX_MONTH_NAMES = 2_000
const TIME_LIMIT_MS = 15 * 60_000

/** Runs a journey, and describes what every response, process and document has to satisfy. */
export function describeJourney(name: string, options: JourneyOptions): void {
  describe(name, () => {
    let journey: Journey
    beforeAll(async () => {
      journey = await travel(options)
    }, TIME_LIMIT_MS)

    it('sends requests that are right on the sample landscape', () => {
      expect(journey.onSample).toEqual([])
    })

    it('returns no error for a request that was right before', () => {
      expect(journey.onHostile.slice(0, 20)).toEqual([])
    })

    it('returns no error after an edit of somebody else', () => {
      expect(journey.afterEdit.slice(0, 20)).toEqual([])
    })

    it('rejects no body with a server error', () => {
      expect(journey.ofBodies.slice(0, 20)).toEqual([])
    })

    it('costs a bounded processor time for each request', () => {
      expect(journey.costly).toEqual([])
    })

    it('serves /livez while each request runs', () => {
      const long = journey.silences.filter(({ processorMs }) => processorMs > MAX_SILENCE_MS)
      expect(long).toEqual([])
    })

    it('stays within the memory of the containers', () => {
      const large = Object.entries(journey.peaks).filter(
        ([name, peak]) => peak > containerMegabytes(name as ServiceName),
      )
      expect({ ended: journey.ended, large }).toEqual({ ended: [], large: [] })
    })

    it('adds a bounded number of bytes to a response for each stored byte', () => {
      expect(journey.grown).toEqual([])
    })

    it('takes a bounded number of steps in one turn of the event loop', () => {
      const many = Object.entries(journey.steps).filter(([, steps]) => steps > MAX_STEPS)
      expect(many).toEqual([])
    })

    it('stores a bounded number of bytes in the history for each change', () => {
      expect(journey.history.added).toBeLessThanOrEqual(journey.history.allowed)
    })

    it('keeps a bounded number of names in a month', () => {
      expect(journey.monthNames).toBeLessThanOrEqual(MAX_MONTH_NAMES)
    })
  })
}
