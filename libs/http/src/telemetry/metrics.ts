import type { IncomingMessage, ServerResponse } from 'node:http'

/** Records a value of a metric under its labels. */
export type Instrument<L extends string> = (
  labels: Readonly<Record<L, string>>,
  value?: number,
) => void

type Define = <const L extends string>(
  name: string,
  help: string,
  labels: readonly L[],
) => Instrument<L>

/** A metric whose value is read when Prometheus scrapes it; `undefined` while it has none. */
export interface Reading {
  /** A name that ends with `_total` makes it a counter. */
  name: string
  help: string
  labels?: Readonly<Record<string, string>>
  read: () => number | undefined | Promise<number | undefined>
}

/**
 * Prometheus metrics of one process, on a separate port. Each name is defined once, begins with `landscape_`
 * and ends with its unit. A label value beyond the maximum number, or in an unknown format, is counted as
 * `other`: callers cannot create series.
 */
export interface Metrics {
  port: number
  /** Adds the value, 1 when absent. */
  counter: Define
  /** Adds the value, which may be negative, to the current one. */
  gauge: Define
  /** Observes seconds, or bytes when the name ends with `_bytes`. */
  histogram: Define
  /** Defines a metric that is read on each scrape, at most once for each name and label values. */
  reading: (reading: Reading) => void
  /** Counts a request when its response ends. */
  observe: (req: IncomingMessage, res: ServerResponse) => void
  close: () => void
}
