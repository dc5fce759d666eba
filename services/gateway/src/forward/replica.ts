import { setTimeout as sleep } from 'node:timers/promises'

/** A replica becomes unhealthy, healthy again, or is removed while it is unhealthy. */
export type Change = 'down' | 'up' | 'gone'

/** `closing`: the replica responds, and closes the connection although the request keeps it. */
export type Probe = (url: URL, signal: AbortSignal) => Promise<'alive' | 'closing'>

interface ReplicaOptions {
  url: URL
  /** Probes the replica until the signal aborts; rejects when it is not healthy. */
  probe: Probe
  onChange: (change: Change) => void
  /** Called for each response. */
  onResponse?: () => void
  /** Maximum silence before the replica is probed. */
  silentMs?: number
}

const SILENT_MS = 2_000
/** Consecutive failed probes after which a replica is unhealthy. */
const MAX_FAILED_PROBES = 2
const PROBE_PAUSE_MS = 250
/** Pause between two probes of an unhealthy replica. */
export const RECOVERY_PAUSE_MS = 100

/**
 * One address of a service, and its circuit. Only our own probes and failed connections open the circuit;
 * failed requests of callers cause a probe, so that no caller can make a service unavailable to others.
 *
 * A service that is stopping closes connections that it used to keep. It gets no more requests then: one that
 * arrives while it stops listening would fail.
 */
export class Replica {
  readonly url: URL
  readonly #probe: () => Promise<'alive' | 'stopping' | 'failed'>
  readonly #onChange: (change: Change) => void
  readonly #onResponse: () => void
  readonly #silentMs: number
  readonly #removed = new AbortController()
  #isUp = true
  #isProbed = false
  #waiting = 0
  /** Runs while requests wait for a response. */
  #silenceTimer: NodeJS.Timeout | undefined
  #hasResponded = false
  /** A proxy in front of a service may close each connection. */
  #keepsConnections = false

  constructor({
    url,
    probe,
    onChange,
    onResponse = () => {},
    silentMs = SILENT_MS,
  }: ReplicaOptions) {
    this.url = url
    this.#probe = () =>
      probe(url, this.#removed.signal).then(
        (state) => (state === 'closing' && this.#keepsConnections ? 'stopping' : 'alive'),
        () => 'failed',
      )
    this.#onChange = onChange
    this.#onResponse = onResponse
    this.#silentMs = silentMs
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Requests that wait for the head of their response. */
  get waiting(): number {
    return this.#waiting
  }

  /** Counts a waiting request; call the result when it no longer waits. */
  countRequest(): () => void {
    this.#waiting++
    if (!this.#silenceTimer) this.#watchSilence()
    return () => void this.#waiting--
  }

  /** Notes a response to a request. */
  responded(keepsConnection = true): void {
    this.#hasResponded = true
    if (keepsConnection) this.#keepsConnections = true
    // It is stopping, or this was the last of many requests on the connection.
    else if (this.#keepsConnections) this.suspect()
    this.#onResponse()
  }

  /** Probes the replica after a reset, a time-out, silence, or a response that broke off. */
  suspect(): void {
    if (!this.#isUp || this.#isProbed || this.#removed.signal.aborted) return
    this.#isProbed = true
    void this.#confirmSuspicion().finally(() => (this.#isProbed = false))
  }

  /** Opens the circuit: the replica is unreachable, or the address belongs to another service. */
  markDown(): void {
    // A request in flight may fail after the replica was removed.
    if (!this.#isUp || this.#removed.signal.aborted) return
    this.#isUp = false
    this.#onChange('down')
    void this.#recover()
  }

  /** Stops all probes: the address no longer belongs to the service, or the gateway stops. */
  remove(): void {
    this.#removed.abort()
    clearTimeout(this.#silenceTimer)
    if (!this.#isUp) this.#onChange('gone')
  }

  async #confirmSuspicion(): Promise<void> {
    for (let failed = 0; failed < MAX_FAILED_PROBES; failed++) {
      const state = await this.#probe()
      if (state === 'stopping') break
      // The pause after a good response limits the probes of many suspicions.
      await this.#pause(PROBE_PAUSE_MS)
      if (state === 'alive' || !this.#isUp || this.#removed.signal.aborted) return
    }
    this.markDown()
  }

  async #recover(): Promise<void> {
    const { signal } = this.#removed
    let state
    do {
      await this.#pause(RECOVERY_PAUSE_MS)
      if (signal.aborted) return
      state = await this.#probe()
      // Another process may take over the address.
      if (state === 'failed') this.#keepsConnections = false
    } while (state !== 'alive')
    if (signal.aborted) return
    this.#isUp = true
    this.#onChange('up')
  }

  #watchSilence(): void {
    this.#hasResponded = false
    this.#silenceTimer = setTimeout(() => this.#endSilence(), this.#silentMs).unref()
  }

  #endSilence(): void {
    this.#silenceTimer = undefined
    if (!this.#hasResponded) this.suspect()
    // One request may hang while others get responses.
    else if (this.#waiting > 0) this.#watchSilence()
  }

  /** Ends early when the replica is removed. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.#removed.signal }).catch(() => {})
  }
}
