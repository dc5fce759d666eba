import { describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreFull, StoreUnavailable } from '@landscape/store/objects/port'
import { createLastUse } from './last-use.ts'
import { watchSpace } from './watch-store.ts'

const ref = { bucket: 'main', key: 'a.json' } as const

describe('watchSpace', () => {
  function watched() {
    const embedded = createEmbeddedStore(':memory:')
    const space = createLastUse()
    let failure: Error | undefined
    const put: typeof embedded.put = (...args) =>
      failure ? Promise.reject(failure) : embedded.put(...args)
    const store = watchSpace({ ...embedded, put }, space)
    const write = (key: string) => store.put({ ...ref, key }, Buffer.from('1'), { absent: true })
    return { space, write, failWith: (error: Error | undefined) => (failure = error) }
  }

  it('reports a full store until a write succeeds', async () => {
    const { space, write, failWith } = watched()
    failWith(new StoreFull('no space'))
    await expect(write('a')).rejects.toThrow(StoreFull)
    await expect(space.check()).rejects.toThrow('the store is full')
    failWith(undefined)
    await write('b')
    await expect(space.check()).resolves.toBeUndefined()
  })

  it('reports nothing when the store is unavailable', async () => {
    const { space, write, failWith } = watched()
    failWith(new StoreUnavailable('no response'))
    await expect(write('a')).rejects.toThrow(StoreUnavailable)
    await expect(space.check()).resolves.toBeUndefined()
  })
})
