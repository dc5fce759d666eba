import type { StoreCheck } from '@landscape/contracts/landscape'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { runService } from '@landscape/runtime/process/run-service'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Documents } from '@landscape/store/documents/open-documents'
import { createApp, EDITED, OPENED } from './app.ts'
import { keepCopies } from './editions/keep-copies.ts'
import { Env, readConfig } from './config.ts'

const KINDS = ['schema', 'reference', 'history'] as const satisfies (keyof StoreCheck['findings'])[]

await runService(process, {
  name: 'admin-review',
  settings: Env,
  readConfig,
  documents: [...OPENED, 'storeCheck', 'lastBackup'],
  changes: EDITED,
  create({ documents, now, app }) {
    if (app.metrics) defineStoreMetrics(app.metrics, documents)
    return {
      app: createApp({ ...app, documents, now }),
      prepareExpiry: () => keepCopies(documents),
    }
  },
})

/** Metrics of the last recorded check and backup; an unreadable record has no value. */
function defineStoreMetrics(
  metrics: Pick<Metrics, 'reading'>,
  { storeCheck, lastBackup }: Documents<'storeCheck' | 'lastBackup'>,
): void {
  metrics.reading({
    name: 'landscape_store_check_timestamp_seconds',
    help: 'Time of the last recorded check of the stored documents, in seconds since 1970; 0: never',
    read: () => secondsOf(storeCheck, ({ checkedAt }) => checkedAt),
  })
  metrics.reading({
    name: 'landscape_backup_timestamp_seconds',
    help: 'Start of the last recorded backup, in seconds since 1970; 0: never',
    read: () => secondsOf(lastBackup, ({ begunAt }) => begunAt),
  })
  for (const kind of KINDS) {
    metrics.reading({
      name: 'landscape_store_check_findings',
      help: 'Findings of the last check of the stored documents, by kind: schema, reference, history',
      labels: { kind },
      read: async () => (await storeCheck.read().catch(() => undefined))?.value.findings[kind],
    })
  }
}

/** The recorded time in seconds; 0 without a record, `undefined` if it cannot be read. */
async function secondsOf<T>(
  document: StoredDocument<T>,
  instantOf: (value: T) => number,
): Promise<number | undefined> {
  try {
    const recorded = await document.read()
    return recorded ? instantOf(recorded.value) / 1_000 : 0
  } catch {
    return undefined
  }
}
