import type { StoreCheck } from '@landscape/contracts'
import { runService } from '@landscape/service'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'

const NAMES = ['banners', 'arrayData', 'projects', 'radar'] as const
const KINDS = ['schema', 'reference', 'history'] as const satisfies (keyof StoreCheck['findings'])[]

await runService(process, {
  name: 'admin-review',
  settings: Env,
  readConfig,
  documents: [...NAMES, 'storeCheck', 'lastBackup'],
  changes: NAMES,
  create({ config: { shrinkGuard }, documents, app }) {
    const lastCheck = async () => (await documents.storeCheck.read().catch(() => undefined))?.value
    app.metrics?.reading({
      name: 'landscape_store_check_timestamp_seconds',
      help: 'When the stored documents were last checked and the result recorded; seconds since 1970',
      async read() {
        const checked = await lastCheck()
        return checked && checked.checkedAt / 1_000
      },
    })
    app.metrics?.reading({
      name: 'landscape_backup_timestamp_seconds',
      help: 'When the last backup that was recorded began; seconds since 1970',
      async read() {
        const last = await documents.lastBackup.read().catch(() => undefined)
        return last && last.value.begunAt / 1_000
      },
    })
    for (const kind of KINDS) {
      app.metrics?.reading({
        name: 'landscape_store_check_findings',
        help: 'What the last check of the stored documents found: against a schema, references, histories',
        labels: { kind },
        read: async () => (await lastCheck())?.findings[kind],
      })
    }
    return { app: createApp({ ...app, documents, shrinkGuard }) }
  },
})
