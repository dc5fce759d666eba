import { quantile } from '../simulation/report.ts'
import { simulate } from '../simulation/simulate.ts'
import type { Measurement } from './measure.ts'

const SHORT = {
  minutes: 1,
  pace: 720,
  people: 5_000,
  repositories: 3_000,
  projects: 500,
  seed: 'a short day',
}

/** Simulates a short day of a small organisation with service restarts and one store outage. */
export async function benchSimulation(): Promise<Measurement[]> {
  const { requests, edits, unexplained, calls, costs } = await simulate(SHORT, () => {})
  const quiet = calls.filter(({ isQuiet }) => isQuiet).map(({ ms }) => ms)
  const { gets } = costs.replayed
  return [
    {
      label: `edits lost or stored twice, of ${edits.acknowledged.length}`,
      target: '0',
      values: [edits.lost.length + edits.repeated.length],
    },
    {
      label: `reads older than an acknowledged edit, of ${requests} requests`,
      target: '0',
      values: [edits.older.length],
    },
    {
      label: 'requests that failed without an explanation',
      target: '0',
      values: [unexplained.length],
    },
    {
      label:
        `99th percentile of response times / the median (${quantile(quiet, 0.5).toFixed(0)} ms), ` +
        'without injected faults',
      values: [quantile(quiet, 0.99) / quantile(quiet, 0.5)],
    },
    { label: 'store requests / requests', values: [gets / requests] },
  ]
}
