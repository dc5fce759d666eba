import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { StoreUnavailable, type ObjectStore } from '../../src/objects/port.ts'
import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { assertTrueHistory } from './assert-true-history.ts'
import { add, openList } from './list-history.ts'

const REF = { bucket: 'main', key: 'raced.json' } as const

/** What becomes of one call of the store. */
const FAULTS = ['none', 'lost', 'lost reply'] as const
type Fault = (typeof FAULTS)[number]

/** A store whose calls happen one at a time, in the order of a scheduler, and fail as they are told. */
function scheduled(store: ObjectStore, scheduler: fc.Scheduler, faults: Fault[]): ObjectStore {
  const away = new StoreUnavailable('no reply')
  const through = async <R>(ask: () => Promise<R>): Promise<R> => {
    const fault = faults.shift() ?? 'none'
    await scheduler.schedule(Promise.resolve())
    if (fault === 'lost') throw away
    const answer = await ask()
    if (fault === 'lost reply') throw away
    return answer
  }
  return {
    ...store,
    get: (...args) => through(() => store.get(...args)),
    put: (...args) => through(() => store.put(...args)),
    list: (...args) => through(() => store.list(...args)),
  }
}

const fault = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fault>('none') },
  { weight: 1, arbitrary: fc.constantFrom(...FAULTS) },
)

describe('two writers, whatever the order of their calls and whichever fail', () => {
  it('lose nothing that was acknowledged, and record what is stored, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fault, { maxLength: 30 }),
        fc.array(fault, { maxLength: 30 }),
        async (scheduler, first, second) => {
          const store = createEmbeddedStore(':memory:')
          const writers = [first, second].map((faults) =>
            openList(scheduled(store, scheduler, [...faults]), REF, { giveUpAfterMs: 400 }),
          )
          const acknowledged: string[] = []
          const edits = writers.flatMap((writer, w) =>
            [0, 1].map(async (i) => {
              const item = `item-${w}-${i}`
              // One after the other for each writer, so that there are several commits to race.
              await new Promise((resolve) => setTimeout(resolve, i * 6))
              await add(writer, item).then(
                () => acknowledged.push(item),
                () => undefined,
              )
            }),
          )
          await scheduler.waitFor(Promise.all(edits))
          await assertTrueHistory(store, REF, acknowledged)
          store.close()
          return acknowledged.length >= 0
        },
      ),
      { numRuns: 150, endOnFailure: true },
    )
    expect.hasAssertions()
  }, 60_000)
})
