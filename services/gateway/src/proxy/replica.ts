import { setTimeout as sleep } from 'node:timers/promises'

/** One address of a service, and whether requests go there. */
export interface Replica {
  readonly url: URL
  isUp: () => boolean
  /** Requests that went there and wait for their answers to begin. */
  waiting: () => number
  /** A request goes there; call the result when it waits no more. */
  sent: () => () => void
  /** It answered a request. */
  heard: () => void
  /** A request met something strange there: a reset, a time-out, an answer that broke off. */
  doubt: () => void
  /** It cannot be reached, or the address is another service's by now. */
  lose: () => void
  /** Its address is no longer the service's: nobody needs to know how it is. */
  forget: () => void
}

/** It stops answering, answers again, or is forgotten while it does not answer. */
export type Change = 'down' | 'up' | 'gone'

export interface ReplicaOptions {
  url: URL
  /** A question of our own; rejects when the replica does not answer as it should. */
  ask: (url: URL) => Promise<void>
  onChange: (change: Change) => void
  /** Told of each request that it answered. */
  onHeard?: () => void
  /** How long a replica may be silent before it is asked. */
  silentMs?: number
}

const SILENT_MS = 2_000
/** Questions without an answer, one after the other, after which a replica is given up. */
const UNANSWERED = 2
const PAUSE_MS = 250
/** Pause between two trials of a replica that is down: it is found soon once it is back. */
export const TRIAL_MS = 100

/**
 * The circuit of one replica. Whether it is closed is decided by questions of our own and by
 * connections that fail, never by what callers' requests meet: that only makes us ask, so no caller
 * can shut a service for the others, nor keep it shut.
 */
export function createReplica({
  url,
  ask,
  onChange,
  onHeard,
  silentMs = SILENT_MS,
}: ReplicaOptions): Replica {
  let isUp = true
  let isAsked = false
  const forgotten = new AbortController()
  let wasHeard = false
  let watch: NodeJS.Timeout | undefined
  let waiting = 0

  const answers = () =>
    ask(url).then(
      () => true,
      () => false,
    )

  async function question(): Promise<void> {
    for (let unanswered = 0; unanswered < UNANSWERED; unanswered++) {
      const isWell = await answers()
      // Also after a good answer: a flood of doubts must not become a flood of questions.
      await pause(PAUSE_MS)
      if (isWell || !isUp) return
    }
    lose()
  }

  async function untilBack(): Promise<void> {
    do {
      await pause(TRIAL_MS)
    } while (!forgotten.signal.aborted && !(await answers()))
    if (forgotten.signal.aborted) return
    isUp = true
    onChange('up')
  }

  function doubt(): void {
    if (!isUp || isAsked) return
    isAsked = true
    void question().finally(() => (isAsked = false))
  }

  function lose(): void {
    // A request that was under way may lose it after it was forgotten.
    if (!isUp || forgotten.signal.aborted) return
    isUp = false
    onChange('down')
    void untilBack()
  }

  function look(): void {
    wasHeard = false
    watch = setTimeout(lookBack, silentMs).unref()
  }

  function lookBack(): void {
    watch = undefined
    if (!wasHeard) doubt()
    // One that came among those which were answered may hang.
    else if (waiting > 0) look()
  }

  return {
    url,
    isUp: () => isUp,
    waiting: () => waiting,
    sent() {
      waiting++
      if (!watch) look()
      return () => void waiting--
    },
    heard() {
      wasHeard = true
      onHeard?.()
    },
    doubt,
    lose,
    forget() {
      forgotten.abort()
      if (!isUp) onChange('gone')
    },
  }
}

function pause(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false })
}
