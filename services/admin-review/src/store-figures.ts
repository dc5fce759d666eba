import type { StoreCheck } from '@landscape/contracts'
import type { Documents } from '@landscape/documents'
import type { Metrics } from '@landscape/http'

const KINDS = ['schema', 'reference', 'history'] as const satisfies (keyof StoreCheck['findings'])[]

/** Figures of the last check and the last backup that were recorded; a record that cannot be read gives none. */
export function defineStoreFigures(
  metrics: Pick<Metrics, 'reading'>,
  documents: Documents<'storeCheck' | 'lastBackup'>,
): void {
  const lastCheck = async () => (await documents.storeCheck.read().catch(() => undefined))?.value
  metrics.reading({
    name: 'landscape_store_check_timestamp_seconds',
    help: 'When the stored documents were last checked and the result recorded; seconds since 1970',
    async read() {
      const checked = await lastCheck()
      return checked && checked.checkedAt / 1_000
    },
  })
  metrics.reading({
    name: 'landscape_backup_timestamp_seconds',
    help: 'When the last backup that was recorded began; seconds since 1970',
    async read() {
      const last = await documents.lastBackup.read().catch(() => undefined)
      return last && last.value.begunAt / 1_000
    },
  })
  for (const kind of KINDS) {
    metrics.reading({
      name: 'landscape_store_check_findings',
      help: 'What the last check of the stored documents found: against a schema, references, histories',
      labels: { kind },
      read: async () => (await lastCheck())?.findings[kind],
    })
  }
}
