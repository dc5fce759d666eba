import { withinTime } from '@landscape/contracts/async/within-time'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLineQueue, type LogEvent } from './line-queue.ts'

/** The part of the cloud's log service that is used. */
export interface LogService {
  put: (events: readonly LogEvent[]) => Promise<void>
  createStream: () => Promise<void>
}

interface SenderOptions {
  service: LogService
  /** Receives the reason why lines cannot be sent, and `undefined` when they can again. */
  report: (problem: string | undefined) => void
  maxBytes?: number
  /** Time to gather lines before a batch is sent. */
  gatherMs?: number
  firstPauseMs?: number
  lastPauseMs?: number
  now?: () => number
}

interface Sender {
  /** Adds lines; returns the number of dropped ones. */
  push: (events: readonly LogEvent[]) => number
  /** Sends the queued lines; resolves when all are sent or the time has passed. */
  flush: (withinMs: number) => Promise<void>
}

/** Errors that a retry cannot repair. */
const PERMANENT: ReadonlySet<string> = new Set([
  'InvalidParameterException',
  'SerializationException',
  'ValidationException',
])

/** Sends lines in batches, in order; retries without limit. */
export function createSender({
  service,
  report,
  maxBytes = 8_000_000,
  gatherMs = 1_000,
  firstPauseMs = 1_000,
  lastPauseMs = 30_000,
  now = Date.now,
}: SenderOptions): Sender {
  const queue = createLineQueue(maxBytes)
  let working: Promise<void> | undefined
  let hurry = new AbortController()
  const delivery = { service, report, pause, firstPauseMs, lastPauseMs }

  async function work(): Promise<void> {
    await pause(gatherMs)
    for (let batch = next(); batch.length > 0; batch = next()) await deliver(batch, delivery)
  }

  function next(): LogEvent[] {
    const dropped = queue.takeDropped()
    if (dropped > 0) {
      const line = { level: 'warn', dropped, msg: 'log lines were dropped: the queue was full' }
      queue.push([{ timestamp: now(), message: JSON.stringify(line) }])
    }
    return queue.take()
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: hurry.signal }).catch(() => undefined)
  }

  function start(): void {
    working ??= work().finally(() => {
      working = undefined
      if (queue.size() > 0) start()
    })
  }

  return {
    push(events) {
      const lost = queue.push(events)
      start()
      return lost
    },
    async flush(withinMs) {
      if (!working) return
      hurry.abort()
      hurry = new AbortController()
      await withinTime(working, withinMs, () => undefined)
    },
  }
}

interface Delivery extends Required<
  Pick<SenderOptions, 'service' | 'report' | 'firstPauseMs' | 'lastPauseMs'>
> {
  pause: (ms: number) => Promise<void>
}

/** Sends one batch; retries until it succeeds, or fails permanently. */
async function deliver(
  batch: readonly LogEvent[],
  { service, report, pause, firstPauseMs, lastPauseMs }: Delivery,
): Promise<void> {
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, lastPauseMs)) {
    try {
      await putOrCreate(service, batch)
      report(undefined)
      return
    } catch (error) {
      const { name, message } = error as Error
      report(`${name}: ${message}`)
      if (PERMANENT.has(name)) return
      await pause(wait * (0.5 + Math.random() / 2))
    }
  }
}

async function putOrCreate(service: LogService, batch: readonly LogEvent[]): Promise<void> {
  try {
    await service.put(batch)
  } catch (error) {
    if ((error as Error).name !== 'ResourceNotFoundException') throw error
    await service.createStream()
    await service.put(batch)
  }
}
