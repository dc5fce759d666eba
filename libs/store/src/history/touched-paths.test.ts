import { describe, expect, it } from '@jest/globals'
import type { Step } from './diff.ts'
import { touchedPaths } from './touched-paths.ts'

/** A history that was recorded item by item: steps of a list, whose paths count their reads. */
function stepsOf(op: 'add' | 'remove', count: number, onRead = () => {}): Step[] {
  return Array.from({ length: count }, (_, i) => ({
    op,
    get path() {
      onRead()
      return `/languages/item ${i}`
    },
    at: ['languages', i],
  }))
}

describe('touchedPaths', () => {
  it('reads each step a constant number of times', () => {
    const readsOf = (count: number) => {
      let reads = 0
      const onRead = () => reads++
      const touched = touchedPaths(stepsOf('add', count, onRead))(stepsOf('remove', count, onRead))
      expect(touched).toHaveLength(count)
      return reads
    }
    expect(readsOf(2_000)).toBe(2 * readsOf(1_000))
  })
})
