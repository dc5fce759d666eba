import { Worker } from 'node:worker_threads'
import type { LogStreamName } from './cloud-service.ts'
import type { LogEvent, FromWorker, ToWorker } from './line-queue.ts'

/** Sends lines to the cloud; never throws or blocks. */
export interface Shipment {
  write: (line: string) => void
  flush: (done: () => void) => void
}

/** Interval at which lines are passed to the thread together. */
const HAND_OVER_MS = 200
/** Maximum characters not yet accepted by the thread; more lines are dropped and counted. */
const MAX_OUTSTANDING = 4_000_000
const FLUSH_WITHIN_MS = 1_200

interface ShipOptions {
  /** Receives the reason why lines cannot be sent, and `undefined` when they can again. */
  report: (problem: string | undefined) => void
  /** Receives the number of lost lines. */
  onLost: (lines: number) => void
}

/** Starts a thread that sends lines to a cloud log group. */
export function ship(target: LogStreamName, { report, onLost }: ShipOptions): Shipment {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: target,
    env: process.env,
  })
  let gathered: LogEvent[] = []
  let outstanding = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let isGone = false
  const flushed: (() => void)[] = []

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'taken') {
      outstanding -= message.bytes
      if (message.lost > 0) onLost(message.lost)
    } else if (message.kind === 'problem') report(message.problem)
    else for (const done of flushed.splice(0)) done()
  })
  worker.on('error', (error) => {
    isGone = true
    report(`the thread ended: ${error.message}`)
  })
  // After the listeners, which ref the worker.
  worker.unref()

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: ToWorker) => worker.postMessage(message)

  function handOver(): void {
    clearTimeout(timer)
    timer = undefined
    if (dropped > 0) {
      const line = { level: 'warn', dropped, msg: 'log lines were dropped: too many at once' }
      const message = JSON.stringify(line)
      outstanding += message.length
      gathered.push({ timestamp: Date.now(), message })
      dropped = 0
    }
    send({ kind: 'lines', events: gathered })
    gathered = []
  }

  return {
    write(line) {
      if (isGone) return onLost(1)
      if (outstanding > MAX_OUTSTANDING) {
        dropped++
        return onLost(1)
      }
      outstanding += line.length
      gathered.push({ timestamp: Date.now(), message: line })
      timer ??= setTimeout(handOver, HAND_OVER_MS).unref()
    },
    flush(done) {
      if (isGone) {
        done()
        return
      }
      const late = setTimeout(done, FLUSH_WITHIN_MS)
      flushed.push(() => {
        clearTimeout(late)
        done()
      })
      handOver()
      send({ kind: 'flush', withinMs: FLUSH_WITHIN_MS })
    },
  }
}
