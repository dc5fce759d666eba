import type { StoreCheck } from '@landscape/contracts'
import type { Documents, StoredDocument } from '@landscape/store'
import type { Metrics } from '@landscape/http'

const KINDS = ['schema', 'reference', 'history'] as const satisfies (keyof StoreCheck['findings'])[]

/** Figures of the last check and the last backup that were recorded; a record that cannot be read gives none. */
export function defineStoreFigures(
  metrics: Pick<Metrics, 'reading'>,
  documents: Documents<'storeCheck' | 'lastBackup'>,
): void {
  const { storeCheck, lastBackup } = documents
  metrics.reading({
    name: 'landscape_store_check_timestamp_seconds',
    help: 'When the stored documents were last checked and the result recorded; seconds since 1970, 0: never',
    read: () => secondsOf(storeCheck, ({ checkedAt }) => checkedAt),
  })
  metrics.reading({
    name: 'landscape_backup_timestamp_seconds',
    help: 'When the last backup that was recorded began; seconds since 1970, 0: never',
    read: () => secondsOf(lastBackup, ({ begunAt }) => begunAt),
  })
  for (const kind of KINDS) {
    metrics.reading({
      name: 'landscape_store_check_findings',
      help: 'What the last check of the stored documents found: against a schema, references, histories',
      labels: { kind },
      read: async () => (await storeCheck.read().catch(() => undefined))?.value.findings[kind],
    })
  }
}

/** When something was recorded; 0 when it never was, `undefined` when that cannot be read. */
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
