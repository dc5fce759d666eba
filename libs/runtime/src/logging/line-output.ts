import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** The part of a stream that is used. */
interface Output {
  write: (text: string, done: (error?: Error | null) => void) => unknown
  on: (event: 'error', listener: () => void) => unknown
  /** File descriptor, for the lines that remain at the exit. */
  fd?: number | undefined
}

interface LineOutput extends DestinationStream {
  /** Calls back when all earlier lines were accepted or lost. */
  flush: (done: () => void) => void
}

interface LineOutputOptions {
  /** Maximum number of queued characters; more lines are dropped. */
  maxQueued?: number
  /** Called for each dropped line. */
  onLost: () => void
  /** Receives the number of dropped lines once the output accepts lines again. */
  onDropped: (lines: number) => void
}

const MAX_QUEUED = 4 * 1024 * 1024
/** 50 % of a pipe: each write wakes the reader, which costs more than formatting 50 lines. */
const MIN_WRITE = 32_768
const WITHIN_MS = 100

/**
 * Writes lines in batches in the background. A stalled reader costs lines, never unbounded memory and never
 * the end of the process. A stream does not block on a pipe; `fs.write` would block a thread.
 */
export function createLineOutput(
  output: Output,
  { maxQueued = MAX_QUEUED, onLost, onDropped }: LineOutputOptions,
): LineOutput {
  const queue = createQueue(maxQueued)
  let isWriting = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const flushed: (() => void)[] = []

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (isWriting) return
    if (queue.size() === 0 || isClosed) {
      for (const done of flushed.splice(0)) done()
      return
    }
    isWriting = true
    output.write(queue.take(), () => {
      isWriting = false
      const lines = queue.takeDropped()
      if (lines > 0) onDropped(lines)
      if (flushed.length > 0) send()
      else schedule()
    })
  }

  function schedule(): void {
    if (queue.size() >= MIN_WRITE) send()
    else if (queue.size() > 0) timer ??= setTimeout(send, WITHIN_MS).unref()
  }

  output.on('error', () => {
    isClosed = true
    queue.take()
    send()
  })
  process.once('exit', () => {
    if (isWriting || isClosed || output.fd === undefined) return
    writeAtExit(output.fd, queue.take())
  })
  return {
    write(line) {
      if (isClosed || !queue.add(line)) return onLost()
      schedule()
    },
    flush(done) {
      flushed.push(done)
      send()
    },
  }
}

/** A queue of at most `maxSize` characters; it counts the lines that it drops. */
function createQueue(maxSize: number) {
  let lines: string[] = []
  let size = 0
  let dropped = 0
  return {
    size: () => size,
    /** @returns false when the line was dropped */
    add(line: string): boolean {
      if (size + line.length > maxSize) {
        dropped++
        return false
      }
      lines.push(line)
      size += line.length
      return true
    },
    take(): string {
      const text = lines.join('')
      lines = []
      size = 0
      return text
    },
    takeDropped(): number {
      const count = dropped
      dropped = 0
      return count
    },
  }
}

function writeAtExit(fd: number, text: string): void {
  if (text === '') return
  try {
    writeSync(fd, text)
  } catch {
    // The reader has closed the pipe.
  }
}
