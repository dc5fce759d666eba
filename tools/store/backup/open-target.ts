import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { ConfigError } from '@landscape/runtime/config/parse-config'
import type { StoreEnv } from '@landscape/runtime/open-store'
import type { z } from 'zod'
import { bucketTarget, type Encryption } from './bucket-target.ts'
import type { BackupTarget } from './target.ts'

/** Kinds of encryption of a bucket. */
export const ENCRYPTIONS = ['AES256', 'aws:kms', 'aws:kms:dsse'] as const

/** Settings of the S3 client, and the buckets that must not contain backups. */
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
 * @throws ConfigError for a bucket of the store, or for encryption of a directory
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

/** Suffix of incomplete files, which are never read. */
const PART = '.part'

/** A directory; only its owner may read it, since documents contain personal data. */
export function directoryTarget(root: string): BackupTarget {
  return {
    async read(name) {
      return readFile(join(root, name)).catch(unlessMissing)
    },
    async write(name, bytes) {
      const path = join(root, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const part = `${path}.${process.pid}${PART}`
      const file = await open(part, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path)
    },
    async remove(name) {
      await rm(join(root, name), { force: true })
    },
    async list(prefix) {
      const found = await readdir(join(root, prefix), {
        recursive: true,
        withFileTypes: true,
      }).catch(unlessMissing)
      return (found ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
        .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    },
    close() {},
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
