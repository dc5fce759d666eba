import { describe, expect, it } from '@jest/globals'
import { atOnce, inSlices, MAX_STEPS, mostStepsInOneTurn } from './in-slices.ts'

function* count(to: number, step: () => void = () => {}): Generator<void, number> {
  for (let n = 0; n < to; n++) {
    step()
    yield
  }
  return to
}

describe('inSlices', () => {
  it('returns the result of the work', async () => {
    expect(await inSlices(count(0))).toBe(0)
    expect(await inSlices(count(100_000))).toBe(100_000)
  })

  it('lets the event loop run before long work has ended', async () => {
    const timers = { fired: 0 }
    setTimeout(() => timers.fired++, 1)
    function* work(): Generator<void, number> {
      // Endless unless the event loop runs.
      while (timers.fired === 0) yield
      return timers.fired
    }
    expect(await inSlices(work())).toBe(1)
  })

  it('runs a bounded number of steps in one turn of the event loop', async () => {
    let steps = 0
    let most = 0
    const step = () => {
      if (++steps === 1) setImmediate(() => (steps = 0))
      most = Math.max(most, steps)
    }
    await inSlices(count(MAX_STEPS * 3, step))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(MAX_STEPS)
  })

  it('rejects with the error of the work', async () => {
    const fail = () => {
      throw new Error('broken')
    }
    await expect(inSlices(count(1, fail))).rejects.toThrow('broken')
  })
})

describe('atOnce', () => {
  it('returns the result of the work', () => {
    expect(atOnce(count(3))).toBe(3)
  })

  it('counts its steps as those of one turn', () => {
    // Other suites of the same process have counted their own.
    const steps = mostStepsInOneTurn() + MAX_STEPS
    atOnce(count(steps))
    expect(mostStepsInOneTurn()).toBe(steps)
  })
})
