import { Worker } from 'node:worker_threads'
import type { LogStreamName } from './cloud-service.ts'
import type { LogEvent, FromWorker, ToWorker } from './line-queue.ts'

/** Takes lines and brings them to the cloud when it can. Never throws, blocks or waits. */
export interface Shipment {
  write: (line: string) => void
  flush: (done: () => void) => void
}

/** Lines are handed to the thread together, which costs a request next to nothing. */
const HAND_OVER_MS = 200
/** Characters that the thread may not have taken yet; what is more is dropped and counted. */
const MAX_OUTSTANDING = 4_000_000
const FLUSH_WITHIN_MS = 1_200

interface ShipOptions {
  /** Told what keeps lines from the cloud, `undefined` when nothing does any more. */
  report: (problem: string | undefined) => void
  /** Told of lines that will never get there, as soon as that is certain. */
  onLost: (lines: number) => void
}

/** A thread that brings lines to a log group of the cloud. */
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
  // Last, since listening to it refers to it again.
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
