import { quantile } from '../simulation/report.ts'
import { simulate } from '../simulation/simulate.ts'
import type { Figure } from './measure.ts'

const SHORT = {
  minutes: 1,
  pace: 720,
  people: 5_000,
  repositories: 3_000,
  projects: 500,
  seed: 'a short day',
}

/** A short day of a small organisation, with replaced services and a store that is away once: what is lost, and how fast it is. */
export async function benchSimulation(): Promise<Figure[]> {
  const { requests, edits, unexplained, calls, costs } = await simulate(SHORT, () => {})
  const quiet = calls.filter(({ isQuiet }) => isQuiet).map(({ ms }) => ms)
  const { gets } = costs.replayed
  return [
    {
      label: `edits lost or stored twice, of ${edits.acknowledged.length}`,
      target: '0',
      ratios: [edits.lost.length + edits.repeated.length],
    },
    {
      label: `reads older than an acknowledged edit, of ${requests} requests`,
      target: '0',
      ratios: [edits.older.length],
    },
    {
      label: 'requests that failed without an explanation',
      target: '0',
      ratios: [unexplained.length],
    },
    {
      label: `slowest hundredth of the answers / the median (${quantile(quiet, 0.5).toFixed(0)} ms), while nothing is wrong on purpose`,
      ratios: [quantile(quiet, 0.99) / quantile(quiet, 0.5)],
    },
    { label: 'questions to the store / requests', ratios: [gets / requests] },
  ]
}
