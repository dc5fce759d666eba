import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { StoreUnavailable, type ObjectStore } from '../../src/objects/port.ts'
import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { assertTrueHistory } from './assert-true-history.ts'
import { add, openList } from './list-history.ts'

const REF = { bucket: 'main', key: 'raced.json' } as const

/** Outcome of one store call. */
const FAULTS = ['none', 'lost', 'lost response'] as const
type Fault = (typeof FAULTS)[number]

/** A store whose calls run one at a time, in the order of a scheduler, with the given faults. */
function scheduled(store: ObjectStore, scheduler: fc.Scheduler, faults: Fault[]): ObjectStore {
  const unavailable = new StoreUnavailable('no response')
  const through = async <R>(call: () => Promise<R>): Promise<R> => {
    const fault = faults.shift() ?? 'none'
    await scheduler.schedule(Promise.resolve())
    if (fault === 'lost') throw unavailable
    const result = await call()
    if (fault === 'lost response') throw unavailable
    return result
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

describe('two writers with any order and failures of their store calls', () => {
  it('lose no acknowledged change and record each stored one once', async () => {
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
              // Sequential for each writer, so that several commits race.
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
  })
})
