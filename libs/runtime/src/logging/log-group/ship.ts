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
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: ToWorker) => worker.postMessage(message)
  const batches = createBatches((events) => send({ kind: 'lines', events }))
  let isGone = false
  const flushed: (() => void)[] = []

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'taken') {
      batches.accepted(message.bytes)
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

  return {
    write(line) {
      if (isGone || !batches.add(line)) onLost(1)
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
      batches.handOver()
      send({ kind: 'flush', withinMs: FLUSH_WITHIN_MS })
    },
  }
}

/** Gathers lines for the thread; counts and drops those beyond `MAX_OUTSTANDING`. */
function createBatches(send: (events: LogEvent[]) => void) {
  let gathered: LogEvent[] = []
  let outstanding = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  function gather(message: string): void {
    outstanding += message.length
    gathered.push({ timestamp: Date.now(), message })
  }

  function handOver(): void {
    clearTimeout(timer)
    timer = undefined
    if (dropped > 0) {
      const line = { level: 'warn', dropped, msg: 'log lines were dropped: too many at once' }
      gather(JSON.stringify(line))
      dropped = 0
    }
    send(gathered)
    gathered = []
  }

  return {
    handOver,
    /** @returns false when the line was dropped */
    add(line: string): boolean {
      if (outstanding > MAX_OUTSTANDING) {
        dropped++
        return false
      }
      gather(line)
      timer ??= setTimeout(handOver, HAND_OVER_MS).unref()
      return true
    },
    accepted(bytes: number): void {
      outstanding -= bytes
    },
  }
}
