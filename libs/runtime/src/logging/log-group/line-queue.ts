/** A log line and its time, in milliseconds since the epoch. */
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
  /** Adds lines; returns the number of dropped ones. */
  push: (events: readonly LogEvent[]) => number
  /** Removes and returns the oldest lines that fit into one request, in order of time. */
  take: () => LogEvent[]
  /** Number of lines dropped since the last call. */
  takeDropped: () => number
  size: () => number
}

/** Queue of unsent lines; when it is full, it drops the oldest. */
export function createLineQueue(maxBytes: number): LineQueue {
  let queued: LogEvent[] = []
  let bytes = 0
  let dropped = 0

  return {
    push(events) {
      for (const event of events) {
        const message = cut(event.message)
        queued.push({ timestamp: event.timestamp, message })
        bytes += sizeOf(message)
      }
      let surplus = 0
      while (bytes > maxBytes) bytes -= sizeOf(queued[surplus++]?.message ?? '')
      if (surplus > 0) queued = queued.slice(surplus)
      dropped += surplus
      return surplus
    },
    take() {
      let count = 0
      let size = 0
      while (count < Math.min(queued.length, MAX_EVENTS)) {
        const next = sizeOf(queued[count]?.message ?? '')
        if (size + next > MAX_BATCH_BYTES) break
        size += next
        count++
      }
      bytes -= size
      return queued.splice(0, count).sort((a, b) => a.timestamp - b.timestamp)
    },
    takeDropped() {
      const count = dropped
      dropped = 0
      return count
    },
    size: () => queued.length,
  }
}

function sizeOf(message: string): number {
  return Buffer.byteLength(message) + BYTES_PER_EVENT
}

function cut(message: string): string {
  if (Buffer.byteLength(message) <= MAX_MESSAGE_BYTES) return message
  return `${Buffer.from(message).subarray(0, MAX_MESSAGE_BYTES).toString()} [cut]`
}
