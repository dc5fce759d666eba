import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import { changedIndexes } from './changed-indexes.ts'

const list: readonly { n: number }[] = Object.freeze(Array.from({ length: 100 }, (_, n) => ({ n })))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('changedIndexes', () => {
  it('returns the indexes of replaced and appended elements', () => {
    const next = [...list.with(3, { n: 3 }).with(98, { n: 98 }), { n: 100 }]
    expect(changedIndexes(next, list)).toEqual([3, 98, 100])
    expect(changedIndexes(list, next)).toEqual([3, 98])
  })

  it('returns the indexes of all elements that moved', () => {
    expect(changedIndexes(list.slice(97), list)).toEqual([0, 1, 2])
    expect(changedIndexes(list, [])).toHaveLength(100)
  })

  it('distinguishes arrays from those it compared before', () => {
    const copy = Object.freeze([...list])
    expect(changedIndexes(copy, list)).toEqual([])
    expect(changedIndexes(Object.freeze(copy.with(0, { n: 0 })), list)).toEqual([0])
    expect(changedIndexes(copy, Object.freeze(copy.with(1, { n: 1 })))).toEqual([1])
    expect(changedIndexes(copy, list)).toEqual([])
  })

  it('compares arrays that are not frozen each time', () => {
    const copy = [...list]
    expect(changedIndexes(copy, list)).toEqual([])
    copy[1] = { n: 1 }
    expect(changedIndexes(copy, list)).toEqual([1])
    expect(changedIndexes(list, copy)).toEqual([1])
    copy[2] = { n: 2 }
    expect(changedIndexes(list, copy)).toEqual([1, 2])
  })

  it('lets compared versions be garbage-collected', async () => {
    const compare = () => {
      const [before, next] = [Object.freeze([...list]), Object.freeze([...list])]
      changedIndexes(next, before)
      return [new WeakRef(before), new WeakRef(next)]
    }
    const versions = compare()
    // A weak reference is strong until the job that created it ends.
    await new Promise(setImmediate)
    collectGarbage()
    expect(versions.map((version) => version.deref())).toEqual([undefined, undefined])
  })
})
