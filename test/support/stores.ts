import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEmbeddedStore, importDirectory, type InventoriedStore } from '@landscape/store'
import { openStore, StoreEnv } from '@landscape/runtime'
import { installedServer, launchServer } from '@landscape/dev/s3-server'
import { countEmbeddedPuts } from './count-puts.ts'
import { startCountingProxy } from './counting-proxy.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/s3-server', import.meta.url))
const SAMPLE_DATA = fileURLToPath(new URL('../../sample-data', import.meta.url))

/** A store with the sample data that processes can be started on. */
export interface TestStore {
  /** Settings under which a process uses it. */
  env: Record<string, string>
  /** The store itself, for a look past the services. */
  store: InventoriedStore
  /** Puts of one key since the store was filled. */
  puts: (key: string) => number
  close: () => Promise<void>
}

/** What services ask of a store, and what goes wrong with it for them. */
interface Faults {
  /** What the services have asked of it, by kind and key, as `GET messages.json`. */
  asked: () => ReadonlyMap<string, number>
  /** How many of the answers were a 304. */
  notModified: () => number
  /** From now on each question waits for so many milliseconds. */
  delay: (ms: () => number) => void
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  /** Cuts the next answers that hold the document of this key; nothing in them shows it. */
  cut: (key: string, answers: number) => void
  /** From now on so many of all answers are lost, 0 to 1; what was asked has been done. */
  lose: (share: number) => void
}

export async function openEmbedded(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'landscape-store-'))
  const store = createEmbeddedStore(directory)
  await importDirectory(store, SAMPLE_DATA)
  const counter = countEmbeddedPuts(directory)
  return {
    env: { OBJECT_STORE: 'embedded', DATA_DIR: directory },
    store,
    puts: counter.of,
    async close() {
      counter.close()
      store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A server of its own: no other test file sees these documents. */
export async function openS3(): Promise<TestStore & Faults & { bucketsIn: string }> {
  const binary = installedServer()
  if (binary === undefined) throw new Error('The S3 server is not installed')
  const directory = await mkdtemp(join(CACHE, 'run-'))
  const { server, stop } = await launchServer(binary, directory)
  const proxy = await startCountingProxy(server.endpoint)
  const env = {
    OBJECT_STORE: 's3',
    S3_FORCE_PATH_STYLE: 'true',
    MAIN_BUCKET_NAME: server.buckets.main,
    AUDIT_TOOL_BUCKET_NAME: server.buckets['audit-tool'],
    ASSISTANT_BUCKET_NAME: server.buckets.assistant,
    CLOUD_REGION: server.region,
    AWS_ACCESS_KEY_ID: server.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
  }
  // Endpoint and credentials are the SDK's own variables. Past the proxy: our puts do not count.
  Object.assign(process.env, env, { AWS_ENDPOINT_URL_S3: server.endpoint })
  const store = await openStore(StoreEnv.parse(env), { development: true })
  await importDirectory(store, SAMPLE_DATA)
  return {
    env: { ...env, AWS_ENDPOINT_URL_S3: proxy.endpoint },
    store,
    puts: proxy.of,
    asked: proxy.asked,
    notModified: proxy.notModified,
    delay: proxy.delay,
    goAway: proxy.refuse,
    comeBack: proxy.accept,
    // A bucket is a directory here.
    bucketsIn: join(directory, 'objects'),
    cut: proxy.cut,
    lose: proxy.lose,
    async close() {
      store.close()
      await proxy.close()
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
