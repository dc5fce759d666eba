/** A log line and when it was written. */
export interface LogEvent {
  timestamp: number
  message: string
}

/** Limits of one request to the cloud's log service. */
const MAX_EVENTS = 10_000
const MAX_BATCH_BYTES = 1_000_000
const BYTES_PER_EVENT = 26
const MAX_MESSAGE_BYTES = 250_000

interface LineQueue {
  /** Takes lines in, and says how many had to go for that. */
  push: (events: readonly LogEvent[]) => number
  /** The oldest lines that fit into one request, in order of time; empty when there are none. */
  take: () => LogEvent[]
  /** How many lines went since the last call, because there was no room. */
  takeDropped: () => number
  size: () => number
}

/** Lines that wait to be sent. When there is no room the oldest go: the newest tell what is wrong. */
export function createLineQueue(maxBytes: number): LineQueue {
  let waiting: LogEvent[] = []
  let bytes = 0
  let dropped = 0

  return {
    push(events) {
      for (const event of events) {
        const message = cut(event.message)
        waiting.push({ timestamp: event.timestamp, message })
        bytes += sizeOf(message)
      }
      let surplus = 0
      while (bytes > maxBytes) bytes -= sizeOf(waiting[surplus++]?.message ?? '')
      if (surplus > 0) waiting = waiting.slice(surplus)
      dropped += surplus
      return surplus
    },
    take() {
      let count = 0
      let size = 0
      while (count < Math.min(waiting.length, MAX_EVENTS)) {
        const next = sizeOf(waiting[count]?.message ?? '')
        if (size + next > MAX_BATCH_BYTES) break
        size += next
        count++
      }
      bytes -= size
      return waiting.splice(0, count).sort((a, b) => a.timestamp - b.timestamp)
    },
    takeDropped() {
      const count = dropped
      dropped = 0
      return count
    },
    size: () => waiting.length,
  }
}

function sizeOf(message: string): number {
  return Buffer.byteLength(message) + BYTES_PER_EVENT
}

function cut(message: string): string {
  if (Buffer.byteLength(message) <= MAX_MESSAGE_BYTES) return message
  return `${Buffer.from(message).subarray(0, MAX_MESSAGE_BYTES).toString()} [cut]`
}

/** What the process tells its worker. */
export type ToWorker = { kind: 'lines'; events: LogEvent[] } | { kind: 'flush'; withinMs: number }

/** What the worker tells the process. */
export type FromWorker =
  | { kind: 'taken'; bytes: number; lost: number }
  | { kind: 'flushed' }
  | { kind: 'problem'; problem: string | undefined }
