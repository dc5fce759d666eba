import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Where lines go when nothing else is said; the part of a stream that is needed. */
interface Output {
  write: (text: string, done: (error?: Error | null) => void) => unknown
  on: (event: 'error', listener: () => void) => unknown
  /** File descriptor for what is left at the exit. */
  fd?: number | undefined
}

interface LineOutput extends DestinationStream {
  /** Calls back when everything that was written until now has been taken, or can never be. */
  flush: (done: () => void) => void
}

interface LineOutputOptions {
  /** Maximum number of characters that wait; lines that find no room are dropped. */
  maxWaiting?: number
  /** Told of each line that is dropped, at once. */
  onLost: () => void
  /** Told how many lines were dropped, once there is room to write so. */
  onDropped: (lines: number) => void
}

const MAX_WAITING = 4 * 1024 * 1024
/** Half of what a pipe holds: each write wakes whoever reads, and takes longer than making fifty lines. */
const MIN_WRITE = 32_768
const WITHIN_MS = 100

/**
 * Gathers lines and writes them in the background. A reader that stalls costs lines, never memory
 * without bound, and never the end of the process: Node waits for a descriptor that blocks a thread,
 * so this goes through a stream, which does not block on a pipe.
 */
export function createLineOutput(
  output: Output,
  { maxWaiting = MAX_WAITING, onLost, onDropped }: LineOutputOptions,
): LineOutput {
  let waiting: string[] = []
  let size = 0
  let dropped = 0
  let isWriting = false
  let isGone = false
  let timer: NodeJS.Timeout | undefined
  const flushed: (() => void)[] = []

  const send = () => {
    clearTimeout(timer)
    timer = undefined
    if (isWriting) return
    if (size === 0 || isGone) {
      for (const done of flushed.splice(0)) done()
      return
    }
    isWriting = true
    output.write(take(), () => {
      isWriting = false
      const lines = dropped
      dropped = 0
      if (lines > 0) onDropped(lines)
      if (size >= MIN_WRITE || flushed.length > 0) send()
      else if (size > 0) timer ??= setTimeout(send, WITHIN_MS).unref()
    })
  }
  const take = () => {
    const text = waiting.join('')
    waiting = []
    size = 0
    return text
  }
  // Whoever read has gone for ever.
  output.on('error', () => {
    isGone = true
    take()
    send()
  })
  process.once('exit', () => {
    if (size === 0 || isWriting || isGone || output.fd === undefined) return
    try {
      writeSync(output.fd, take())
    } catch {
      // Nobody takes it now, and nobody is left to say so.
    }
  })
  return {
    write(line) {
      if (isGone) return onLost()
      if (size + line.length > maxWaiting) {
        dropped++
        return onLost()
      }
      waiting.push(line)
      size += line.length
      if (size >= MIN_WRITE) send()
      else timer ??= setTimeout(send, WITHIN_MS).unref()
    },
    flush(done) {
      flushed.push(done)
      send()
    },
  }
}
