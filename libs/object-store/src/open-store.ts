import { z } from 'zod'
import { createEmbeddedStore } from './embedded.ts'
import type { ObjectStore } from './port.ts'

const bucketName = z.string().min(3).max(63).optional()

/** Settings of the store; the services' own settings extend this. */
export const StoreEnv = z.object({
  OBJECT_STORE: z
    .enum(['embedded', 's3'])
    .optional()
    .meta({ description: 'where documents lie; embedded in development, else s3' }),
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
  READ_MAX_AGE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .meta({ description: 'age up to which a read is answered without asking the store' }),
  STALE_IF_ERROR_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(604_800)
    .default(3600)
    .meta({ description: 'how long the last good copy is served while the store is away' }),
})

/** Opens the store that the settings name. */
export async function openStore(
  settings: z.output<typeof StoreEnv>,
  { development }: { development: boolean },
): Promise<ObjectStore> {
  const kind = settings.OBJECT_STORE ?? (development ? 'embedded' : 's3')
  if (kind === 'embedded') return createEmbeddedStore(settings.DATA_DIR)
  throw new Error('OBJECT_STORE: s3 is not available yet; use embedded')
}
