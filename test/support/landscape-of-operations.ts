import { afterAll, beforeAll } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { createClient, type Client } from './client.ts'
import { readDescription } from './described.ts'
import { startLandscape, type LandscapeOptions } from './landscape.ts'
import { createSmallestValues } from './smallest-values.ts'

interface LandscapeOfOperations {
  client: Client
  store: ReturnType<typeof createEmbeddedStore>
  /** Creates the smallest values of a schema of the description. */
  smallest: ReturnType<typeof createSmallestValues>
}

/** Runs a landscape for a suite that requests each operation of the description; its members exist during tests. */
export function landscapeOfOperations(
  options: Pick<LandscapeOptions, 'withHistory'> = {},
): LandscapeOfOperations {
  const members: Partial<LandscapeOfOperations> = {}
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const landscape = await startLandscape({
      env: { RATE_LIMIT_PER_MINUTE: '1000000' },
      ...options,
    })
    stop = () => landscape.stop()
    members.store = createEmbeddedStore(landscape.dataDir)
    members.client = createClient(landscape.url)
    members.smallest = createSmallestValues(readDescription())
  })
  afterAll(async () => {
    members.client?.close()
    members.store?.close()
    await stop?.()
  })
  return members as LandscapeOfOperations
}
