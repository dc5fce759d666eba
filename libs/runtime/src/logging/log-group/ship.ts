import { fileURLToPath } from 'node:url'
import { transport, type DestinationStream } from 'pino'
import type { LogStreamName } from './cloud-service.ts'

/** Sends lines to the cloud; never throws or blocks. */
export interface Shipment extends DestinationStream {
  flush: (done: () => void) => void
}

interface ShipOptions {
  /** Receives the reason why lines cannot be sent, and `undefined` when they can again. */
  report: (problem: string | undefined) => void
  /** Receives the number of lost lines. */
  onLost: (lines: number) => void
}

/** Sends lines to a cloud log group by a pino transport. Lines that its thread has no room for are dropped. */
export function ship(target: LogStreamName, { report, onLost }: ShipOptions): Shipment {
  const thread = transport({
    target: fileURLToPath(new URL('transport.ts', import.meta.url)),
    options: target,
    worker: { env: process.env },
  })
  let isGone = false
  let isFull = false
  let dropped = 0
  thread.on('problem', report)
  thread.on('lost', onLost)
  thread.on('error', (error: Error) => {
    isGone = true
    report(`the thread ended: ${error.message}`)
  })
  thread.on('drain', () => {
    isFull = false
    if (dropped === 0) return
    const line = { level: 'warn', dropped, msg: 'log lines were dropped: too many at once' }
    dropped = 0
    thread.write(`${JSON.stringify(line)}\n`)
  })
  return {
    write(line) {
      if (isGone || isFull) {
        dropped++
        onLost(1)
      } else isFull = !thread.write(line)
    },
    flush(done) {
      if (isGone) done()
      else thread.flush(done)
    },
  }
}
