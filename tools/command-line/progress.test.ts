import { describe, expect, it } from '@jest/globals'
import { withProgress } from './progress.ts'

/** A stream that records its output. */
function stream(more: object) {
  const written: string[] = []
  const write = (text: string) => written.push(text) > 0
  return { stream: { write, ...more }, written }
}

describe('withProgress', () => {
  it('rewrites one line of a terminal, cut to its width, and removes it', async () => {
    const terminal = stream({ isTTY: true, columns: 12 })
    const result = await withProgress(terminal.stream, async (progress) => {
      progress.show('1 of 20 documents')
      progress.show('1 of 20 documents')
      progress.show('2 of 20')
      progress.clear()
      return 'done'
    })
    expect(result).toBe('done')
    expect(terminal.written).toEqual(['\r\u001B[K1 of 20 doc', '\r\u001B[K2 of 20', '\r\u001B[K'])
  })

  it('removes the line when the work fails', async () => {
    const terminal = stream({ isTTY: true, columns: 0 })
    const work = withProgress(terminal.stream, async (progress) => {
      progress.show('1 of 20')
      throw new Error('the disk is full')
    })
    await expect(work).rejects.toThrow('the disk is full')
    expect(terminal.written).toEqual(['\r\u001B[K1 of 20', '\r\u001B[K'])
  })

  it('writes nothing to a stream other than a terminal', async () => {
    const file = stream({})
    await withProgress(file.stream, async (progress) => progress.show('1 of 20'))
    expect(file.written).toEqual([])
  })
})
