import type { IncomingMessage, ServerResponse } from 'node:http'

/** Adds a value to one figure under its labels; what adding means is for its kind to say. */
export type Instrument<L extends string> = (
  labels: Readonly<Record<L, string>>,
  value?: number,
) => void

type Define = <const L extends string>(
  name: string,
  help: string,
  labels: readonly L[],
) => Instrument<L>

/** A figure that is looked up when somebody asks for it; `undefined`: there is none yet. */
export interface Reading {
  /** With `_total` at its end it is taken for a count that never falls. */
  name: string
  help: string
  labels?: Readonly<Record<string, string>>
  read: () => number | undefined | Promise<number | undefined>
}

/**
 * Figures of one process, for Prometheus, on a port that is not the service's. Whoever has something
 * to count defines it here, once, under a name that begins with `landscape_` and ends with its unit.
 * Labels are few and bounded: what does not look like a name of ours, or is one too many, is
 * counted as `other`, so that no caller's word becomes a series.
 */
export interface Metrics {
  port: number
  /** Adds the value, 1 when absent. */
  counter: Define
  /** Adds the value, which may be negative, to what is there now. */
  gauge: Define
  /** Puts a number of seconds with its like, or of bytes when the name ends with `_bytes`. */
  histogram: Define
  /** Defines a figure that is known elsewhere, at most once for each name and values of its labels. */
  reading: (reading: Reading) => void
  /** Counts a request once its answer is over. */
  observe: (req: IncomingMessage, res: ServerResponse) => void
  close: () => void
}
