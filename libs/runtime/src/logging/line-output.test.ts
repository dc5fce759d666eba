import { describe, expect, it } from '@jest/globals'
import { createLineOutput } from './line-output.ts'

/** An output whose writes complete one at a time, on `read`. */
function heldOutput() {
  const writes: Uint8Array[] = []
  const waiting: (() => void)[] = []
  const errors: (() => void)[] = []
  const output = {
    write: (bytes: Uint8Array, done: () => void) => {
      writes.push(bytes)
      waiting.push(done)
    },
    on: (_event: 'error', listener: () => void) => errors.push(listener),
  }
  return {
    output,
    /** Memory of all writes (bytes). */
    memory: () => writes.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
    text: () => Buffer.concat(writes).toString(),
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

  it('drops lines over the limit and reports their number after the next write', async () => {
    const { output, text, read } = heldOutput()
    const reported: number[] = []
    let lost = 0
    const lines = createLineOutput(output, {
      maxBytes: 2 * 32_768,
      onLost: () => lost++,
      onDropped: (count) => void reported.push(count),
    })
    const line = `${'x'.repeat(99)}\n`
    // 327 are in the stalled write, 654 are queued.
    for (let n = 0; n < 1_081; n++) lines.write(line)
    expect(reported).toEqual([])
    expect(lost).toBe(100)
    const flushed = new Promise<void>((resolve) => lines.flush(resolve))
    for (let n = 0; n < 3; n++) {
      read()
      expect(reported).toEqual([100])
    }
    await flushed
    expect(text()).toBe(line.repeat(981))
  })

  it.each([
    ['one byte', 'x', 500],
    ['two bytes', 'ä', 500],
    ['four bytes', '😀', 500],
    ['one byte, in lines that fill half of a batch', 'x', 17_000],
    ['two bytes, in lines larger than a batch', 'ä', 20_000],
  ])(
    'keeps at most the limit in memory, for characters of %s',
    async (_name, character, length) => {
      const { output, text, read, memory } = heldOutput()
      const maxBytes = 4 * 32_768
      let lost = 0
      const lines = createLineOutput(output, { ...ignoring, maxBytes, onLost: () => lost++ })
      const line = `${character.repeat(length)}\n`
      for (let n = 0; n < 1_000; n++) lines.write(line)
      const flushed = new Promise<void>((resolve) => lines.flush(resolve))
      for (let n = 0; n < 5; n++) read()
      await flushed
      expect(text()).toBe(line.repeat(1_000 - lost))
      expect(memory()).toBeGreaterThan(maxBytes / 2)
      expect(memory()).toBeLessThanOrEqual(maxBytes + Math.max(32_768, Buffer.byteLength(line)))
    },
  )

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
