import { describe, expect, it } from '@jest/globals'
import { createProgress } from './progress.ts'

function terminal(isTTY: boolean) {
  const written: string[] = []
  const write = (text: string) => written.push(text) > 0
  return { stream: { isTTY, columns: 12, write } as never, written }
}

describe('the progress of long work', () => {
  it('rewrites one line of a terminal, no wider than it, and removes it', () => {
    const { stream, written } = terminal(true)
    const progress = createProgress(stream)
    progress.show('1 of 20 documents')
    progress.show('1 of 20 documents')
    progress.show('2 of 20')
    progress.clear()
    progress.clear()
    expect(written).toEqual(['\r\u001B[K1 of 20 doc', '\r\u001B[K2 of 20', '\r\u001B[K'])
  })

  it('writes nothing to what is not a terminal', () => {
    const { stream, written } = terminal(false)
    const progress = createProgress(stream)
    progress.show('1 of 20')
    progress.clear()
    expect(written).toEqual([])
  })
})
