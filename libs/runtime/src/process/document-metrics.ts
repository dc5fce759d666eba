import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { DocumentObserver } from '@landscape/store/documents/observe'

/** Defines and records the metrics of stored documents. */
export function documentMetrics(metrics: Metrics | undefined): DocumentObserver {
  if (!metrics) return {}
  const reads = metrics.counter(
    'landscape_document_reads_total',
    'Reads: fresh, stale (the last good copy while the store is unavailable or its document invalid), failed',
    ['document', 'outcome'],
  )
  const changes = metrics.counter(
    'landscape_document_changes_total',
    'Changes by outcome of their commit: stored, unchanged, given-up',
    ['document', 'outcome'],
  )
  const commits = metrics.histogram(
    'landscape_document_commit_seconds',
    'Time from the first queued change to the end of its commit',
    ['document', 'outcome'],
  )
  const repeats = metrics.counter(
    'landscape_document_commit_repeats_total',
    'Retries of commits after a conflict or a failure of the store',
    ['document'],
  )
  const failures = metrics.counter(
    'landscape_store_failures_total',
    'Failed calls to the store: unavailable, invalid (the document fails its schema), ' +
      'conflict (another writer was first)',
    ['document', 'kind'],
  )
  const histories = metrics.counter(
    'landscape_history_failures_total',
    'Stored changes whose history could not be read or compacted',
    ['document'],
  )
  const jumps = metrics.counter(
    'landscape_history_clock_jumps_total',
    'Stored changes that did not take over a time ahead of the clock of the store',
    ['document'],
  )
  return {
    read: (document, outcome) => reads({ document, outcome }),
    commit: (document, commit) => {
      const labels = { document, outcome: commit.outcome }
      changes(labels, commit.changes)
      commits(labels, commit.ms / 1_000)
      repeats({ document }, commit.attempts - 1)
    },
    failure: (document, kind) => failures({ document, kind }),
    historyFailure: (document) => histories({ document }),
    clockJump: (document) => jumps({ document }),
  }
}
