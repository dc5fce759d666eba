import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  type ServerSideEncryption,
} from '@aws-sdk/client-s3'
import type { BackupTarget } from './target.ts'

/** How the bucket is asked to encrypt; by its own default when there is no kind. */
export interface Encryption {
  kind: ServerSideEncryption | undefined
  /** Of `aws:kms`; the account's own key when absent. */
  keyId: string | undefined
}

const CONNECT_MS = 3_000
const ANSWER_MS = 60_000

/** Part of a bucket of its own. The SDK repeats what failed, which does no harm: names never mean two things. */
export function bucketTarget(
  { bucket: Bucket, prefix }: { bucket: string; prefix: string },
  config: S3ClientConfig,
  { kind, keyId }: Encryption,
): BackupTarget {
  const client = new S3Client({
    ...config,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  })
  const encrypted = {
    ...(kind !== undefined && { ServerSideEncryption: kind }),
    ...(keyId !== undefined && { SSEKMSKeyId: keyId }),
  }
  const attempt = async <R>(what: string, ask: () => Promise<R>): Promise<R> => {
    try {
      return await ask()
    } catch (error) {
      const reason = Error.isError(error) ? `${error.name}: ${error.message}` : 'unknown reason'
      throw new Error(`${what} s3://${Bucket}/${prefix} failed: ${reason}`, { cause: error })
    }
  }
  return {
    read: (name) =>
      attempt('Reading from', async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name }))
          return Body && Buffer.from(await Body.transformToByteArray())
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined
          throw error
        }
      }),
    write: (name, Body) =>
      attempt('Writing to', async () => {
        await client.send(new PutObjectCommand({ Bucket, Key: prefix + name, Body, ...encrypted }))
      }),
    remove: (name) =>
      attempt('Removing from', async () => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }))
      }),
    list: (folder) =>
      attempt('Listing', async () => {
        const names: string[] = []
        const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + folder })
        for await (const { Contents = [] } of pages) {
          names.push(...Contents.flatMap(({ Key }) => Key?.slice(prefix.length) ?? []))
        }
        return names
      }),
    close: () => client.destroy(),
  }
}
