/** Thread that sends log lines to the cloud, outside the event loop of requests. */
import { parentPort, workerData } from 'node:worker_threads'
import { createCloudService, type LogStreamName } from './cloud-service.ts'
import type { FromWorker, ToWorker } from './line-queue.ts'
import { createSender } from './sender.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: FromWorker) => parentPort?.postMessage(message)
let reported: string | undefined

const sender = createSender({
  service: createCloudService(workerData as LogStreamName),
  report(problem) {
    if (problem === reported) return
    reported = problem
    send({ kind: 'problem', problem })
  },
})

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'flush') {
    void sender.flush(message.withinMs).then(() => send({ kind: 'flushed' }))
    return
  }
  const lost = sender.push(message.events)
  send({ kind: 'taken', bytes: sizeOf(message.events), lost })
})

function sizeOf(events: readonly { message: string }[]): number {
  return events.reduce((sum, { message }) => sum + message.length, 0)
}
