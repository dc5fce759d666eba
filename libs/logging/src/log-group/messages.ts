import type { LogEvent } from './line-queue.ts'

/** What the process tells its worker. */
export type ToWorker = { kind: 'lines'; events: LogEvent[] } | { kind: 'flush'; withinMs: number }

/** What the worker tells the process. */
export type FromWorker =
  | { kind: 'taken'; bytes: number }
  | { kind: 'flushed' }
  | { kind: 'problem'; problem: string | undefined }
