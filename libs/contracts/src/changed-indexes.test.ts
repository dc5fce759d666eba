import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import { changedIndexes } from './changed-indexes.ts'

const list: readonly { n: number }[] = Object.freeze(Array.from({ length: 100 }, (_, n) => ({ n })))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('changedIndexes', () => {
  it('names what was replaced, and what was added at the end', () => {
    const next = [...list.with(3, { n: 3 }).with(98, { n: 98 }), { n: 100 }]
    expect(changedIndexes(next, list)).toEqual([3, 98, 100])
    expect(changedIndexes(list, next)).toEqual([3, 98])
  })

  it('names all that has moved', () => {
    expect(changedIndexes(list.slice(97), list)).toEqual([0, 1, 2])
    expect(changedIndexes(list, [])).toHaveLength(100)
  })

  it('takes no two lists for others that were compared before', () => {
    const copy = Object.freeze([...list])
    expect(changedIndexes(copy, list)).toEqual([])
    expect(changedIndexes(Object.freeze(copy.with(0, { n: 0 })), list)).toEqual([0])
    expect(changedIndexes(copy, Object.freeze(copy.with(1, { n: 1 })))).toEqual([1])
    expect(changedIndexes(copy, list)).toEqual([])
  })

  it('compares lists again that may have changed meanwhile', () => {
    const copy = [...list]
    expect(changedIndexes(copy, list)).toEqual([])
    copy[1] = { n: 1 }
    expect(changedIndexes(copy, list)).toEqual([1])
    expect(changedIndexes(list, copy)).toEqual([1])
    copy[2] = { n: 2 }
    expect(changedIndexes(list, copy)).toEqual([1, 2])
  })

  it('keeps no version that nobody else has any more', async () => {
    const compare = () => {
      const [before, next] = [Object.freeze([...list]), Object.freeze([...list])]
      changedIndexes(next, before)
      return [new WeakRef(before), new WeakRef(next)]
    }
    const versions = compare()
    // A weak reference holds on until what made it has ended.
    await new Promise(setImmediate)
    collectGarbage()
    expect(versions.map((version) => version.deref())).toEqual([undefined, undefined])
  })
})
