import { median, type Measurement, type Taken } from '../measure.ts'

/** Processor time of one response; the label names the responses per second. */
export function costOf(label: string, rounds: readonly Taken[], target?: string): Measurement {
  const perSecond = median(rounds.map((round) => round.perSecond))
  const waits = rounds.flatMap(({ waitMs }) => waitMs ?? [])
  const what =
    waits.length > 0
      ? `99 % wait at most ${median(waits).toFixed(1)} ms`
      : `${Math.round(perSecond).toLocaleString('en')} a second`
  return { label: `${label} (${what})`, values: rounds.map(({ cpu }) => cpu), unit: 'µs', target }
}
