import type { Metrics } from '@landscape/http'
import packageFile from '../../package.json' with { type: 'json' }

interface ProcessFacts {
  /** True from the moment the process was told to stop. */
  isDraining: () => boolean
  /** Lines of the log that were dropped since the start. */
  lostLines: () => number
}

/** Figures that every process has: which version it is, whether it stops, what its log lacks. */
export function processFigures(metrics: Metrics, { isDraining, lostLines }: ProcessFacts): void {
  metrics.reading({
    name: 'landscape_build_info',
    help: 'Always 1; the labels say which version runs, on which Node',
    labels: { version: packageFile.version, node: process.version },
    read: () => 1,
  })
  metrics.reading({
    name: 'landscape_draining',
    help: '1 from the moment the process was told to stop, else 0',
    read: () => Number(isDraining()),
  })
  metrics.reading({
    name: 'landscape_log_lines_lost_total',
    help: 'Lines of the log that were dropped: the output, or the log group, did not take them in time',
    read: lostLines,
  })
}
