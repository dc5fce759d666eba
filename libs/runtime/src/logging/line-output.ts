import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** The part of a stream that is used. */
interface Output {
  write: (bytes: Uint8Array, done: (error?: Error | null) => void) => unknown
  on: (event: 'error', listener: () => void) => unknown
  /** File descriptor, for the lines that remain at the exit. */
  fd?: number | undefined
}

interface LineOutput extends DestinationStream {
  /** Calls back when all earlier lines were accepted or lost. */
  flush: (done: () => void) => void
}

interface LineOutputOptions {
  /** Maximum memory of the queued lines (bytes); more lines are dropped. */
  maxBytes?: number
  /** Called for each dropped line. */
  onLost: () => void
  /** Receives the number of dropped lines once the output accepts lines again. */
  onDropped: (lines: number) => void
}

const MAX_BYTES = 4 * 1024 * 1024
/** Size of a write (bytes), 50 % of a pipe: each wakes the reader, which costs more than formatting 50 lines. */
const BATCH_BYTES = 32_768
const WITHIN_MS = 100

/**
 * Writes lines in batches in the background. A stalled reader costs lines, never unbounded memory and never
 * the end of the process. A stream does not block on a pipe; `fs.write` would block a thread.
 */
export function createLineOutput(
  output: Output,
  { maxBytes = MAX_BYTES, onLost, onDropped }: LineOutputOptions,
): LineOutput {
  const queue = createQueue(maxBytes)
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
    if (queue.size() >= BATCH_BYTES) send()
    else if (queue.size() > 0) timer ??= setTimeout(send, WITHIN_MS).unref()
  }

  output.on('error', () => {
    isClosed = true
    queue.clear()
    send()
  })
  process.once('exit', () => {
    if (isWriting || isClosed || output.fd === undefined) return
    while (queue.size() > 0) writeAtExit(output.fd, queue.take())
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

/**
 * A queue of lines in at most `maxBytes` of memory; it counts the lines that it drops. It has no strings: a
 * line is the concatenation of dozens of strings, which would stay in memory with it.
 */
function createQueue(maxBytes: number) {
  let batches: { bytes: Buffer; used: number }[] = []
  let size = 0
  let allocated = 0
  let dropped = 0
  return {
    size: () => size,
    /** @returns false when the line was dropped */
    add(line: string): boolean {
      const length = Buffer.byteLength(line)
      let last = batches.at(-1)
      if (!last || last.used + length > last.bytes.length) {
        const room = Math.max(BATCH_BYTES, length)
        if (allocated + room > maxBytes) {
          dropped++
          return false
        }
        last = { bytes: Buffer.allocUnsafeSlow(room), used: 0 }
        batches.push(last)
        allocated += room
      }
      last.used += last.bytes.write(line, last.used)
      size += length
      return true
    },
    /** Removes and returns the oldest batch; empty without one. */
    take(): Uint8Array {
      const { bytes, used } = batches.shift() ?? { bytes: Buffer.alloc(0), used: 0 }
      size -= used
      allocated -= bytes.length
      return bytes.subarray(0, used)
    },
    clear(): void {
      batches = []
      size = 0
      allocated = 0
    },
    takeDropped(): number {
      const count = dropped
      dropped = 0
      return count
    },
  }
}

function writeAtExit(fd: number, bytes: Uint8Array): void {
  try {
    writeSync(fd, bytes)
  } catch {
    // The reader has closed the pipe.
  }
}
