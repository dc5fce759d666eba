import { describe, expect, it } from '@jest/globals'
import { createLineOutput } from './line-output.ts'

/** An output whose reader takes one write at a time, when told to. */
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
    leave: () => errors.forEach((tell) => tell()),
  }
}

const ignoring = { onLost: () => {}, onDropped: () => {} }

describe('createLineOutput', () => {
  it('writes everything in order, one write at a time', async () => {
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

  it('drops what finds no room and says how many, once there is room again', () => {
    const { output, text, read } = heldOutput()
    const told: number[] = []
    let lost = 0
    const lines = createLineOutput(output, {
      maxWaiting: 50_000,
      onLost: () => lost++,
      onDropped: (count) => void told.push(count),
    })
    const line = `${'x'.repeat(99)}\n`
    // 328 fill the write that the reader does not take, 500 wait.
    for (let n = 0; n < 928; n++) lines.write(line)
    expect(told).toEqual([])
    // Whoever watches the figures is to know while nobody reads.
    expect(lost).toBe(100)
    read()
    expect(told).toEqual([100])
    read()
    expect(told).toEqual([100])
    expect(text().split('\n')).toHaveLength(829)
  })

  it('takes no more lines when the reader is gone, and flushes at once', async () => {
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
