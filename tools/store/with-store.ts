import { openStore, parseConfig, ProcessEnv, StoreEnv } from '@landscape/runtime'
import { type Bucket, type InventoriedStore } from '@landscape/store'
import type { z } from 'zod'
import { loadLocalSettings } from '../start/settings.ts'

type Settings = z.output<typeof StoreEnv>

/**
 * Opens the store of the settings (`.env` or the environment) for the duration of the work.
 *
 * @param writes buckets whose conditional writes are tested first
 * @throws ConfigError when settings are missing or invalid
 */
export async function withStore<T>(
  writes: readonly Bucket[],
  work: (store: InventoriedStore, settings: Settings) => Promise<T>,
): Promise<T> {
  const notice = loadLocalSettings('.env', process.env)
  if (notice !== undefined) console.error(notice)
  const env = { NODE_ENV: 'development', ...process.env }
  const settings = parseConfig(ProcessEnv.extend(StoreEnv.shape), env)
  const development = settings.NODE_ENV === 'development'
  const store = await openStore(settings, { development, writes })
  try {
    return await work(store, settings)
  } finally {
    store.close()
  }
}
