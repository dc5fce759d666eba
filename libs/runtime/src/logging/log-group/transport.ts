/** pino transport that sends log lines to the cloud, in a thread of its own. */
import { parentPort } from 'node:worker_threads'
import build from 'pino-abstract-transport'
import { createCloudService, type LogStreamName } from './cloud-service.ts'
import { createSender } from './sender.ts'

const FLUSH_WITHIN_MS = 1_200

/** Events of the transport in the thread that logs. */
export interface TransportEvents {
  /** The reason why lines cannot be sent; `undefined` when they can again. */
  problem: [problem: string | undefined]
  /** Number of lines that the full queue dropped. */
  lost: [lines: number]
}

/** Called by pino in the thread. */
export default function createTransport(target: LogStreamName) {
  let reported: string | undefined
  const sender = createSender({
    service: createCloudService(target),
    report(problem) {
      if (problem === reported) return
      reported = problem
      emit('problem', problem)
    },
  })
  const lines = build(
    (source) => {
      source.on('data', (message: string) => {
        const lost = sender.push([{ timestamp: Date.now(), message }])
        if (lost > 0) emit('lost', lost)
      })
    },
    { parse: 'lines', metadata: false },
  )
  return Object.assign(lines, { flush: () => sender.flush(FLUSH_WITHIN_MS) })
}

function emit<E extends keyof TransportEvents>(name: E, ...args: TransportEvents[E]): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ code: 'EVENT', name, args })
}
