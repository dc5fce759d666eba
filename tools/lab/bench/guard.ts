import { setTimeout as sleep } from 'node:timers/promises'
import { acceptedCheckout, acceptedCommit } from './accepted.ts'
import { edit, oneEdit, readOnce, ROWS, type Row } from './guard-rows.ts'
import { REAL, withLandscape, type Landscape } from './landscape.ts'
import { median, quantile, residentMb, type Measurement } from './measure.ts'

const ROUNDS = 7
const WARM_UPS = 5
/** A ratio above which a row is slower. */
const MAX_RATIO = 1.15

/** Number of projects of an edit that has the complete registry as its cost. */
const LARGE = 5_000
const LOAD_MS = 60_000
const CALLERS = 8
const EDIT_MS = 1_500
const SAMPLE_MS = 100
const SLICE_MS = 2_000
const LOAD_PATHS = [
  '/api/csv',
  '/api/technologies',
  '/api/drift',
  '/api/search?q=techno',
  '/technologies',
  '/drift',
]

/** The same landscape with the code of two commits. */
type Pair = readonly [accepted: Landscape, present: Landscape]
type Values = [accepted: number[], present: number[]]

/** Compares this checkout with the last accepted commit, in alternating rounds on the same machine. */
export async function benchGuard(): Promise<Measurement[]> {
  return [
    ...(await withBoth(REAL, async (pair) => [
      ...(await compareRows(pair, ROWS)),
      await compareMemory(pair),
    ])),
    ...(await withBoth(LARGE, (pair) => compareRows(pair, [oneEdit()]))),
  ]
}

/** The same at ten times the real size, and edits of 20,000 projects; for the guides. */
export async function benchLarge(): Promise<Measurement[]> {
  return [
    ...(await withBoth(10 * REAL, async (pair) => [
      ...(await compareRows(pair, ROWS)),
      await compareMemory(pair),
    ])),
    ...(await withBoth(20 * REAL, (pair) => compareRows(pair, [oneEdit()]))),
  ]
}

async function withBoth(
  size: number,
  measure: (pair: Pair) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const checkout = acceptedCheckout()
  return withLandscape(
    size,
    (accepted) => withLandscape(size, (present) => measure([accepted, present])),
    checkout,
  )
}

async function compareRows(pair: Pair, rows: readonly Row[]): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const { label, unit, take } of rows) {
    const values: Values = [[], []]
    for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
      for (const side of [0, 1] as const) {
        const value = await take(pair[side], round)
        if (round >= WARM_UPS) values[side].push(value)
      }
    }
    measurements.push(compared(`${pair[1].size} projects: ${label}`, unit, values))
  }
  return measurements
}

/**
 * Resident memory of the data service after a minute of reads and edits, which both sides get alternately. The row
 * fails when a read of the present commit fails: a service that fails needs little memory.
 */
async function compareMemory(pair: Pair): Promise<Measurement> {
  const until = performance.now() + LOAD_MS + ROUNDS * SLICE_MS
  let sent = 0
  const failures: [string[], string[]] = [[], []]
  const call = async () => {
    while (performance.now() < until) {
      const path = LOAD_PATHS[++sent % LOAD_PATHS.length] ?? ''
      for (const side of [0, 1] as const) {
        const began = performance.now()
        await readOnce(pair[side], path).catch(({ message }: Error) => {
          const seconds = ((performance.now() - began) / 1_000).toFixed(1)
          failures[side].push(`${message} after ${seconds} s`)
        })
      }
    }
  }
  const change = async () => {
    for (let number = 0; performance.now() < until; number++) {
      for (const side of pair) await edit(side, number)
      await sleep(EDIT_MS)
    }
  }
  const values: Values = [[], []]
  const sample = async () => {
    await sleep(LOAD_MS)
    for (let slice = 0; slice < ROUNDS; slice++) {
      const peaks: [number, number] = [0, 0]
      for (let ms = 0; ms < SLICE_MS; ms += SAMPLE_MS) {
        for (const side of [0, 1] as const)
          peaks[side] = Math.max(peaks[side], residentMb(pair[side].data))
        await sleep(SAMPLE_MS)
      }
      for (const side of [0, 1] as const) values[side].push(peaks[side])
    }
  }
  await Promise.all([sample(), change(), ...Array.from({ length: CALLERS }, call)])
  const [before, now] = failures
  const what = `memory of the data service under load (failed reads: ${now.length}, before ${before.length})`
  return compared(`${pair[1].size} projects: ${what}`, 'MB', values, now)
}

/** The ratios of the present values to the accepted ones, round by round. */
function compared(
  label: string,
  unit: Measurement['unit'],
  [accepted, present]: Values,
  failures: readonly string[] = [],
) {
  const digits = Math.max(...present) < 100 ? 1 : 0
  const [before, now] = [accepted, present].map((values) => median(values).toFixed(digits))
  const ratios = present.map((value, i) => value / (accepted[i] ?? Number.NaN))
  return {
    label: [
      `${label}: ${now} ${unit}, ${acceptedCommit().slice(0, 8)} ${before} ${unit}`,
      ...failures.slice(0, 1),
    ].join('; '),
    values: ratios,
    target: `≤ ${MAX_RATIO}`,
    result: verdictOf(ratios, failures.length),
  }
}

/**
 * The result of a row: `failed` when reads failed, `slower` when the median of the ratios is above the maximum and
 * three quarters of the rounds are above 1, `undecided` when only the median is.
 */
export function verdictOf(
  ratios: readonly number[],
  failures: number,
): 'met' | 'undecided' | 'slower' | 'failed' {
  if (failures > 0) return 'failed'
  if (median(ratios) <= MAX_RATIO) return 'met'
  return quantile(ratios, 0.25) <= 1 ? 'undecided' : 'slower'
}
