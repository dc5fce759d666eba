import { describe, expect, it } from '@jest/globals'
import { inSlices } from './in-slices.ts'

function* count(to: number, step: () => void = () => {}): Generator<void, number> {
  for (let n = 0; n < to; n++) {
    step()
    yield
  }
  return to
}

describe('inSlices', () => {
  it('comes to what the work comes to', async () => {
    expect(await inSlices(count(0))).toBe(0)
    expect(await inSlices(count(100_000))).toBe(100_000)
  })

  it('lets others have their turn before long work is done', async () => {
    const others = { served: 0 }
    setTimeout(() => others.served++, 1)
    function* work(): Generator<void, number> {
      // Without end, unless others have their turn.
      while (others.served === 0) yield
      return others.served
    }
    expect(await inSlices(work())).toBe(1)
  })

  it('rejects with what the work throws', async () => {
    const fail = () => {
      throw new Error('broken')
    }
    await expect(inSlices(count(1, fail))).rejects.toThrow('broken')
  })
})
