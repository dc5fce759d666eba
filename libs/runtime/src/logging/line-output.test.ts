import { describe, expect, it } from '@jest/globals'
import { createLineOutput } from './line-output.ts'

/** An output whose writes complete one at a time, on `read`. */
function heldOutput() {
  const writes: string[] = []
  const waiting: (() => void)[] = []
  const errors: (() => void)[] = []
  const output = {
    write: (text: string, done: () => void) => {
      writes.push(text)
      waiting.push(done)
    },
    on: (_event: 'error', listener: () => void) => errors.push(listener),
  }
  return {
    output,
    text: () => writes.join(''),
    read: () => waiting.shift()?.(),
    leave: () => errors.forEach((listener) => listener()),
  }
}

const ignoring = { onLost: () => {}, onDropped: () => {} }

describe('createLineOutput', () => {
  it('writes all lines in order, one write at a time', async () => {
    const { output, text, read } = heldOutput()
    const lines = createLineOutput(output, ignoring)
    const all = Array.from({ length: 1_000 }, (_, n) => `line ${n} ${'x'.repeat(50)}\n`)
    for (const line of all) lines.write(line)
    expect(text().length).toBeLessThan(40_000)
    const flushed = new Promise<void>((resolve) => lines.flush(resolve))
    read()
    read()
    await flushed
    expect(text()).toBe(all.join(''))
  })

  it('drops lines over the limit and reports their number after the next write', () => {
    const { output, text, read } = heldOutput()
    const reported: number[] = []
    let lost = 0
    const lines = createLineOutput(output, {
      maxQueued: 50_000,
      onLost: () => lost++,
      onDropped: (count) => void reported.push(count),
    })
    const line = `${'x'.repeat(99)}\n`
    // 328 are in the stalled write, 500 are queued.
    for (let n = 0; n < 928; n++) lines.write(line)
    expect(reported).toEqual([])
    expect(lost).toBe(100)
    read()
    expect(reported).toEqual([100])
    read()
    expect(reported).toEqual([100])
    expect(text().split('\n')).toHaveLength(829)
  })

  it('drops lines and flushes at once when the reader has closed', async () => {
    const { output, text, leave } = heldOutput()
    let lost = 0
    const lines = createLineOutput(output, { ...ignoring, onLost: () => lost++ })
    leave()
    lines.write('lost\n')
    expect(lost).toBe(1)
    await new Promise<void>((resolve) => lines.flush(resolve))
    expect(text()).toBe('')
  })
})
