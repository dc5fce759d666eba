import { ProcessEnv } from '@landscape/runtime/config/fields'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { openStore, StoreEnv } from '@landscape/runtime/open-store'
import type { Bucket, InventoriedStore } from '@landscape/store/objects/port'
import type { z } from 'zod'
import { loadLocalSettings } from '../start/settings.ts'

const Env = ProcessEnv.extend(StoreEnv.shape)
type Settings = z.output<typeof StoreEnv>

/**
 * Reads the settings of the store (`.env` or the environment).
 *
 * @throws ConfigError when settings are invalid
 */
function readSettings(): z.output<typeof Env> {
  const notice = loadLocalSettings('.env', process.env)
  if (notice !== undefined) console.error(notice)
  return parseConfig(Env, { NODE_ENV: 'development', ...process.env })
}

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
  const settings = readSettings()
  const development = settings.NODE_ENV === 'development'
  const store = await openStore(settings, { development, writes })
  try {
    return await work(store, settings)
  } finally {
    store.close()
  }
}
