import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { it } from '@jest/globals'
import { StoreUnavailable, type ObjectStore } from '../../src/objects/port.ts'
import { assertTrueHistory } from './assert-true-history.ts'
import { describeOnEachStore } from './each-store.ts'
import { add, openList, tomorrow } from './list-history.ts'

/** A store whose calls never return from a given one on, as if its process had died. */
function dyingAt(store: ObjectStore, call: number, when: 'before' | 'after') {
  let calls = 0
  const died = Promise.withResolvers<void>()
  const never = () => {
    died.resolve()
    return new Promise<never>(() => {})
  }
  const through = async <R>(storeCall: () => Promise<R>): Promise<R> => {
    const number = calls++
    if (number > call || (number === call && when === 'before')) return never()
    const result = await storeCall()
    return number === call ? never() : result
  }
  const dying: ObjectStore = {
    kind: store.kind,
    get: (...args) => through(() => store.get(...args)),
    put: (...args) => through(() => store.put(...args)),
    list: (...args) => through(() => store.list(...args)),
    remove: (...args) => through(() => store.remove(...args)),
    close: () => {},
  }
  return { dying, died: died.promise }
}

/** A store of which one call is lost, or its response. */
function losing(store: ObjectStore, call: number, what: 'call' | 'response'): ObjectStore {
  let calls = 0
  const lossy = async <R>(storeCall: () => Promise<R>): Promise<R> => {
    const isLost = calls++ === call
    if (isLost && what === 'call') throw new StoreUnavailable('lost')
    const result = await storeCall()
    if (isLost) throw new StoreUnavailable('the response was lost')
    return result
  }
  return {
    kind: store.kind,
    get: (...args) => lossy(() => store.get(...args)),
    put: (...args) => lossy(() => store.put(...args)),
    list: (...args) => lossy(() => store.list(...args)),
    remove: (...args) => lossy(() => store.remove(...args)),
    close: () => {},
  }
}

describeOnEachStore('history after faults', ({ store, other, fresh, settings }) => {
  it.each(
    Array.from({ length: 8 }, (_, call) =>
      (['before', 'after'] as const).map((when) => [when, call] as const),
    ).flat(),
  )('matches the document when a process dies %s its store call %d', async (when, call) => {
    const ref = fresh()
    await add(openList(store, ref), 'first')
    const acknowledged = ['first']
    const { dying, died } = dyingAt(other, call, when)
    const list = openList(dying, ref, { clock: tomorrow })
    const edits = ['a', 'b'].map(async (item) => acknowledged.push(await add(list, item)))
    await Promise.race([Promise.all(edits), died])
    // Copies: a slow edit may be acknowledged while the document is read.
    await assertTrueHistory(store, ref, [...acknowledged])
    acknowledged.push(await add(openList(store, ref), 'last'))
    await assertTrueHistory(store, ref, [...acknowledged])
  })

  it.each(
    Array.from({ length: 8 }, (_, call) =>
      (['call', 'response'] as const).map((what) => [what, call] as const),
    ).flat(),
  )('contains every change when the %s of store call %d is lost', async (what, call) => {
    const ref = fresh()
    await add(openList(store, ref), 'first')
    const faulty = openList(losing(other, call, what), ref, { clock: tomorrow })
    const acknowledged = ['first', ...(await Promise.all(['a', 'b'].map((i) => add(faulty, i))))]
    acknowledged.push(await add(faulty, 'c'))
    await assertTrueHistory(store, ref, acknowledged)
  })

  it('matches the document when a process is killed between store calls', async () => {
    // A copy of the day, two commits of a get, a record and a put each, and the next calls.
    const calls = Array.from({ length: 8 }, (_, call) => call)
    await inPairs(calls, async (call) => {
      const ref = fresh()
      await add(openList(store, ref), 'first')
      const acknowledged = ['first', ...(await killedAt(call, ref.key))]
      await assertTrueHistory(store, ref, acknowledged)
      await add(openList(store, ref), 'last')
      await assertTrueHistory(store, ref, [...acknowledged, 'last'])
    })
  })

  /** The acknowledged items of a process that is killed after a store call. */
  function killedAt(call: number, key: string): Promise<string[]> {
    const program = join(import.meta.dirname, 'die.ts')
    const args = [program, JSON.stringify(settings), key, String(call)]
    return new Promise((resolve, reject) => {
      execFile(process.execPath, args, (error, stdout, stderr) => {
        if (error && error.signal !== 'SIGKILL') reject(new Error(stderr, { cause: error }))
        else resolve(stdout.split('\n').filter((item) => item !== ''))
      })
    })
  }
})

/** Runs a function for each item, two at a time. */
async function inPairs<T>(all: readonly T[], one: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < all.length; i += 2) await Promise.all(all.slice(i, i + 2).map(one))
}
