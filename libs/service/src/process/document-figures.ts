import type { DocumentObserver } from '@landscape/documents'
import type { Metrics } from '@landscape/http'

/** Figures of stored documents: reads by how fresh they were, commits, and failures of the store. */
export function documentFigures(metrics: Metrics | undefined): DocumentObserver {
  if (!metrics) return {}
  const reads = metrics.counter(
    'landscape_document_reads_total',
    'Reads: fresh, stale (the last good copy while the store is away or holds no good one), failed',
    ['document', 'outcome'],
  )
  const changes = metrics.counter(
    'landscape_document_changes_total',
    'Changes by what came of their commit: stored, unchanged, given-up',
    ['document', 'outcome'],
  )
  const commits = metrics.histogram(
    'landscape_document_commit_seconds',
    'Time from the first change that waits to the end of the commit that takes it',
    ['document', 'outcome'],
  )
  const failures = metrics.counter(
    'landscape_store_failures_total',
    'Calls to the store that failed: unavailable, invalid (no such document), conflict (somebody wrote in between)',
    ['document', 'kind'],
  )
  return {
    read: (document, outcome) => reads({ document, outcome }),
    commit: (document, commit) => {
      const labels = { document, outcome: commit.outcome }
      changes(labels, commit.changes)
      commits(labels, commit.ms / 1_000)
    },
    failure: (document, kind) => failures({ document, kind }),
  }
}
