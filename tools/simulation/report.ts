import { wrongWith } from '../load/counted.ts'
import { MAX_AGE_MS, pageOf, tellCost, tellQuestions } from './costs.ts'
import type { Outcome, TimedCall } from './simulate.ts'

/** How many of the slowest pages are told. */
const SLOWEST = 4

/** The value that such a share of all are below, 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Whether each acknowledged edit was stored once, no read was older than an acknowledged edit, and each failure is explained. */
export function wentWell({ edits, unexplained }: Outcome): boolean {
  return wrongWith(edits).length + unexplained.length === 0
}

/** Lines for whoever ran it. */
export function tell(outcome: Outcome): string[] {
  const { requests, failed, unexplained, edits, calls, costs, memory, markedStale } = outcome
  const failures = [...failed].map(([why, times]) => `${times} while ${why}`)
  const isRead = ({ method }: { method: string }) => method === 'GET'
  const quiet = calls.filter((call) => call.isQuiet)
  const kinds = {
    reads: quiet.filter(isRead),
    edits: quiet.filter((call) => !isRead(call)),
    'all, with what was wrong on purpose': calls,
  }
  return [
    `${requests} requests; failed: ${failures.join(', ') || 'none'}; without an explanation: ${unexplained.length}`,
    `${edits.acknowledged.length} edits acknowledged, lost: ${edits.lost.length}, stored twice: ${edits.repeated.length}; reads older than an acknowledged edit: ${edits.older.length}`,
    `${markedStale} answers were marked as the last good copy`,
    ...Object.entries(kinds).map(([name, some]) => `${name}: ${tellTimes(some)}`),
    `of these the slowest: ${slowestPages(quiet).join('; ')}`,
    `the store was asked: ${tellQuestions(costs.replayed)}`,
    `in the whole day at its own pace, every read strictly fresh: ${tellCost(costs.fresh)}`,
    `the same with READ_MAX_AGE_MS=${MAX_AGE_MS}: ${tellCost(costs.aged)}`,
    `memory at the end of the day, in MB: ${[...memory].map(([name, mb]) => `${name} ${mb.toFixed(0)}`).join(', ')}`,
    ...[...wrongWith(edits), ...unexplained].slice(0, 20),
  ]
}

function slowestPages(calls: readonly TimedCall[]): string[] {
  return [...Map.groupBy(calls, pageOf)]
    .toSorted(([, a], [, b]) => quantile(timesOf(b), 0.99) - quantile(timesOf(a), 0.99))
    .slice(0, SLOWEST)
    .map(([page, some]) => `${page} ${tellTimes(some)}`)
}

function timesOf(calls: readonly TimedCall[]): number[] {
  return calls.map(({ ms }) => ms)
}

function tellTimes(calls: readonly TimedCall[]): string {
  const [middle, slow] = [0.5, 0.99].map((share) => quantile(timesOf(calls), share).toFixed(0))
  return `median ${middle} ms, p99 ${slow} ms`
}
