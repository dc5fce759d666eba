import { mostStepsInOneTurn } from '@landscape/contracts/async/in-slices'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import packageFile from '../../package.json' with { type: 'json' }

interface ProcessFacts {
  /** True once the process is stopping. */
  isDraining: () => boolean
  /** Log lines dropped since the start. */
  lostLines: () => number
}

/** Defines the metrics of every process. */
export function defineProcessMetrics(
  metrics: Metrics,
  { isDraining, lostLines }: ProcessFacts,
): void {
  metrics.reading({
    name: 'landscape_build_info',
    help: 'Always 1; the labels are the versions of the process and of Node',
    labels: { version: packageFile.version, node: process.version },
    read: () => 1,
  })
  metrics.reading({
    name: 'landscape_draining',
    help: '1 while the process is stopping, else 0',
    read: () => Number(isDraining()),
  })
  metrics.reading({
    name: 'landscape_event_loop_steps_max',
    help: 'Most steps of sliced work in one turn of the event loop since the start',
    read: mostStepsInOneTurn,
  })
  metrics.reading({
    name: 'landscape_log_lines_lost_total',
    help: 'Log lines dropped because standard output or the log group did not accept them in time',
    read: lostLines,
  })
}
