import { faultsIn } from '../load/counted.ts'
import { MAX_AGE_MS, pageOf, formatCost, formatRequests } from './costs.ts'
import type { Outcome, TimedCall } from './simulate.ts'

/** Number of slowest pages in the report. */
const SLOWEST = 4

/** Returns the quantile of values for a share from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Returns whether each edit was stored once, no read was older than an acknowledged edit and every
 * failure is explained.
 */
export function isPassed({ edits, unexplained }: Outcome): boolean {
  return faultsIn(edits).length + unexplained.length === 0
}

/** Returns the lines of the report. */
export function summarise(outcome: Outcome): string[] {
  const { requests, failed, unexplained, edits, calls, costs, memory, markedStale } = outcome
  const failures = [...failed].map(([why, times]) => `${times} while ${why}`)
  const isRead = ({ method }: { method: string }) => method === 'GET'
  const quiet = calls.filter((call) => call.isQuiet)
  const kinds = {
    reads: quiet.filter(isRead),
    edits: quiet.filter((call) => !isRead(call)),
    'all, including injected faults': calls,
  }
  return [
    `${requests} requests; failed: ${failures.join(', ') || 'none'}; unexplained: ${unexplained.length}`,
    `${edits.acknowledged.length} edits acknowledged, lost: ` +
      `${edits.lost.length}, stored twice: ${edits.repeated.length}; ` +
      `reads older than an acknowledged edit: ${edits.older.length}`,
    `${markedStale} responses marked as stale copies`,
    ...Object.entries(kinds).map(([name, some]) => `${name}: ${formatTimes(some)}`),
    `slowest pages: ${slowestPages(quiet).join('; ')}`,
    `store requests: ${formatRequests(costs.replayed)}`,
    `complete day in real time, every read strictly fresh: ${formatCost(costs.fresh)}`,
    `the same with READ_MAX_AGE_MS=${MAX_AGE_MS}: ${formatCost(costs.aged)}`,
    'memory at the end of the day, in MB: ' +
      [...memory].map(([name, mb]) => `${name} ${mb.toFixed(0)}`).join(', '),
    ...[...faultsIn(edits), ...unexplained].slice(0, 20),
  ]
}

function slowestPages(calls: readonly TimedCall[]): string[] {
  return [...Map.groupBy(calls, pageOf)]
    .toSorted(([, a], [, b]) => quantile(timesOf(b), 0.99) - quantile(timesOf(a), 0.99))
    .slice(0, SLOWEST)
    .map(([page, some]) => `${page} ${formatTimes(some)}`)
}

function timesOf(calls: readonly TimedCall[]): number[] {
  return calls.map(({ ms }) => ms)
}

function formatTimes(calls: readonly TimedCall[]): string {
  const [middle, slow] = [0.5, 0.99].map((share) => quantile(timesOf(calls), share).toFixed(0))
  return `median ${middle} ms, p99 ${slow} ms`
}
