import { ConfigError, type StoreEnv } from '@landscape/runtime'
import type { z } from 'zod'
import { bucketTarget, type Encryption } from './bucket-target.ts'
import { directoryTarget } from './directory-target.ts'
import type { BackupTarget } from './target.ts'

/** Kinds of encryption that a bucket may be asked for. */
export const ENCRYPTIONS = ['AES256', 'aws:kms', 'aws:kms:dsse'] as const

/** What a target needs to know of the store: how S3 is reached, and the buckets that a backup must not lie in. */
export type StoreSettings = Pick<
  z.output<typeof StoreEnv>,
  | 'S3_FORCE_PATH_STYLE'
  | 'CLOUD_REGION'
  | 'MAIN_BUCKET_NAME'
  | 'AUDIT_TOOL_BUCKET_NAME'
  | 'ASSISTANT_BUCKET_NAME'
>

/**
 * Opens a directory, or `s3://<bucket>/<prefix>` with the endpoint and the credentials of the environment.
 *
 * @throws ConfigError when the bucket is one of the store's own, or encryption is asked of a directory
 */
export function openTarget(
  where: string,
  settings: StoreSettings,
  encryption: Encryption,
): BackupTarget {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(where) ?? []
  if (bucket === undefined) {
    if (encryption.kind !== undefined) {
      const problem = 'applies to buckets only; encrypt the file system of a directory'
      throw new ConfigError([{ name: '--encryption', problem }])
    }
    return directoryTarget(where)
  }
  const own = [
    settings.MAIN_BUCKET_NAME,
    settings.AUDIT_TOOL_BUCKET_NAME,
    settings.ASSISTANT_BUCKET_NAME,
  ]
  if (own.includes(bucket)) {
    const problem = `"${bucket}" is a bucket of the store; keep backups in a bucket of their own`
    throw new ConfigError([{ name: where, problem }])
  }
  const region = settings.CLOUD_REGION
  const forcePathStyle = settings.S3_FORCE_PATH_STYLE
  return bucketTarget(
    { bucket, prefix: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/` },
    { forcePathStyle, ...(region !== undefined && { region }) },
    encryption,
  )
}
