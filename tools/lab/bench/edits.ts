import { createClient, type Client } from '../../../test/support/client.ts'
import { countEmbeddedPuts } from '../../../test/support/count-puts.ts'
import { withProcesses, type Measurement, type Start } from './measure.ts'
import { SECRET } from './landscape.ts'
import { storeOnDisk } from './store-on-disk.ts'

const CONCURRENT = 1_000
const ONE_BY_ONE = 200

/** Measures group commits: edits of one document through the gateway, on the embedded store. */
export async function benchEdits(): Promise<Measurement[]> {
  const { directory, remove } = await storeOnDisk()
  const counter = countEmbeddedPuts(directory)
  try {
    return await withProcesses(async (start) => {
      const gateway = await startEditing(start, directory)
      const client = createClient(gateway, { connections: CONCURRENT })
      // Warms up the processes for both measurements.
      await concurrently(client, ONE_BY_ONE)
      const alone = await perSecond(ONE_BY_ONE, (edits) => sequentially(client, edits))
      const before = counter.of('messages.json')
      const grouped = await perSecond(CONCURRENT, (edits) => concurrently(client, edits))
      const puts = counter.of('messages.json') - before
      client.close()
      return [
        {
          label: `edits per put, ${CONCURRENT} at once (${puts} puts)`,
          values: [CONCURRENT / puts],
        },
        { label: `edits a second, ${CONCURRENT} at once / one by one`, values: [grouped / alone] },
      ]
    })
  } finally {
    counter.close()
    remove()
  }
}

/** Starts the admin-review service behind a gateway; resolves with the address of the gateway. */
async function startEditing(start: Start, directory: string): Promise<string> {
  const settings = { INTERNAL_TOKEN_SECRET: SECRET }
  const service = await start('../../../services/admin-review/src/main.ts', {
    DATA_DIR: directory,
    ...settings,
  })
  return start('../../../services/gateway/src/main.ts', { ADMIN_REVIEW_URL: service, ...settings })
}

async function perSecond(edits: number, make: (edits: number) => Promise<void>): Promise<number> {
  const started = performance.now()
  await make(edits)
  return (edits / (performance.now() - started)) * 1_000
}

async function concurrently(client: Client, edits: number): Promise<void> {
  await Promise.all(Array.from({ length: edits }, () => edit(client)))
}

async function sequentially(client: Client, edits: number): Promise<void> {
  for (let i = 0; i < edits; i++) await edit(client)
}

async function edit(client: Client): Promise<void> {
  const { status } = await client.post('/admin/api/banners/update', {
    message: 'measured',
    pages: ['radar'],
  })
  if (status !== 200) throw new Error(`an edit returned ${status}`)
}
