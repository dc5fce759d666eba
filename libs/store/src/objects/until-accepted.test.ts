import { describe, expect, it } from '@jest/globals'
import { replace } from './directory.ts'
import { createEmbeddedStore } from './embedded.ts'
import { PreconditionFailed, StoreUnavailable } from './port.ts'
import { untilAccepted } from './until-accepted.ts'

const ref = { bucket: 'main', key: 'list.json' } as const

/** A write that the store rejects `times` times. */
function rejected(times: number, error: Error = new PreconditionFailed('rejected')) {
  let attempts = 0
  return {
    attempts: () => attempts,
    write: async () => {
      if (++attempts <= times) throw error
      return attempts
    },
  }
}

describe('untilAccepted', () => {
  it('repeats a rejected write until the store accepts it', async () => {
    expect(await untilAccepted(ref, rejected(3).write)).toBe(4)
  })

  it('ends with StoreUnavailable when the store rejects every write', async () => {
    const { write, attempts } = rejected(Infinity)
    const work = untilAccepted(ref, write)
    await expect(work).rejects.toThrow(StoreUnavailable)
    await expect(work).rejects.toThrow('writes of main/list.json')
    expect(attempts()).toBe(30)
  })

  it('does not repeat a write that failed', async () => {
    const { write, attempts } = rejected(1, new StoreUnavailable('down'))
    await expect(untilAccepted(ref, write)).rejects.toThrow('down')
    expect(attempts()).toBe(1)
  })
})

describe('replace', () => {
  it('ends when the store rejects every write', async () => {
    const store = createEmbeddedStore(':memory:')
    const broken = { ...store, put: () => Promise.reject(new PreconditionFailed('rejected')) }
    await expect(replace(broken, ref, Buffer.from('[]'))).rejects.toThrow('do not work')
    store.close()
  })
})
