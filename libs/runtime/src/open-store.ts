import { CloudRegion } from './config/fields.ts'
import { ConfigError, type ConfigProblem } from './config/parse-config.ts'
import { settingOf } from './config/aliases.ts'
import { z } from 'zod'
import {
  type Bucket,
  BUCKETS,
  type InventoriedStore,
  StoreUnavailable,
} from '@landscape/store/objects/port'

const bucketName = z.string().min(3).max(63).optional()

/** Settings of the store; the services' own settings extend this. */
export const StoreEnv = z.object({
  OBJECT_STORE: z
    .enum(['embedded', 's3'])
    .optional()
    .meta({ description: 'where documents are stored; embedded in development, else s3' }),
  DATA_DIR: z
    .string()
    .max(4096)
    .default('.data')
    .meta({ description: 'directory of the embedded store' }),
  MAIN_BUCKET_NAME: bucketName.meta({ description: 'bucket of radar, banners, statistics' }),
  AUDIT_TOOL_BUCKET_NAME: bucketName.meta({ description: 'bucket of projects and lists' }),
  ASSISTANT_BUCKET_NAME: bucketName.meta({ description: 'bucket of assistant usage' }),
  S3_FORCE_PATH_STYLE: z
    .stringbool()
    .default(false)
    .meta({ description: 'bucket name in the path instead of the host name' }),
  CLOUD_REGION: CloudRegion,
  STALE_IF_ERROR_SECONDS: z.coerce.number().int().min(0).max(604_800).default(3600).meta({
    description:
      'seconds for which the last good copy is served while the current one cannot be read',
  }),
})

type StoreSettings = z.output<typeof StoreEnv>

interface OpenOptions {
  development: boolean
  /**
   * Buckets that this process writes to. Opening fails when S3 ignores conditional writes to one of
   * them; while the store is unavailable, the first write checks that instead.
   */
  writes?: readonly Bucket[]
}

/**
 * Opens the configured store.
 *
 * @throws ConfigError naming every missing setting of the store
 * @throws StoreUnfit when the S3 store ignores conditional writes, or its credentials may not write
 */
export async function openStore(
  settings: StoreSettings,
  { development, writes = BUCKETS }: OpenOptions,
): Promise<InventoriedStore> {
  const kind = settings.OBJECT_STORE ?? (development ? 'embedded' : 's3')
  // Loaded on demand: the SDK costs memory and start-up time, and production needs no embedded store.
  if (kind === 'embedded') {
    const { createEmbeddedStore } = await import('@landscape/store/objects/embedded')
    return createEmbeddedStore(settings.DATA_DIR)
  }
  const buckets = bucketNames(settings)
  const { createS3Store } = await import('@landscape/store/s3')
  const store = createS3Store({
    buckets,
    client: {
      forcePathStyle: settings.S3_FORCE_PATH_STYLE,
      ...(settings.CLOUD_REGION === undefined ? {} : { region: settings.CLOUD_REGION }),
    },
  })
  try {
    await store.region().catch(() => {
      const problem = 'is not set, and neither is AWS_REGION (region of the buckets)'
      throw new ConfigError([{ name: 'CLOUD_REGION', problem }])
    })
    await Promise.all(writes.map((bucket) => store.prove(bucket).catch(ignoreUnavailable)))
    return store
  } catch (error) {
    store.close()
    throw error
  }
}

const BUCKET_SETTINGS = {
  main: 'MAIN_BUCKET_NAME',
  'audit-tool': 'AUDIT_TOOL_BUCKET_NAME',
  assistant: 'ASSISTANT_BUCKET_NAME',
} as const satisfies Record<Bucket, keyof StoreSettings>

/** Faults in the store's settings; reads them unparsed, so that no fault hides another. */
export function storeProblems(env: Readonly<Record<string, string | undefined>>): ConfigProblem[] {
  const get = (name: string) => settingOf(env, name)
  const kind = get('OBJECT_STORE') ?? (get('NODE_ENV') === 'development' ? 'embedded' : 's3')
  return kind === 's3' ? bucketProblems(get) : []
}

function bucketNames(settings: StoreSettings): Record<Bucket, string> {
  const problems = bucketProblems((name) => settings[name])
  if (problems.length > 0) throw new ConfigError(problems)
  const nameOf = (bucket: Bucket) => settings[BUCKET_SETTINGS[bucket]] ?? ''
  return {
    main: nameOf('main'),
    'audit-tool': nameOf('audit-tool'),
    assistant: nameOf('assistant'),
  }
}

/** Missing and duplicate bucket names. */
function bucketProblems(
  get: (name: (typeof BUCKET_SETTINGS)[Bucket]) => string | undefined,
): ConfigProblem[] {
  const names = BUCKETS.map((bucket) => BUCKET_SETTINGS[bucket])
  return names.flatMap((name, i) => {
    const value = get(name)
    const same = names.slice(0, i).find((earlier) => get(earlier) === value)
    if (value !== undefined && same === undefined) return []
    const problem =
      value === undefined
        ? 'is not set, but required unless OBJECT_STORE is embedded'
        : `is the same bucket as ${same}`
    return [{ name, problem, use: StoreEnv.shape[name].meta()?.description ?? 'bucket' }]
  })
}

/** A process starts without the store; the first put repeats the check. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}
