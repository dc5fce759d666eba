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
import { defaultRegion } from '@landscape/store/s3/default-region'
import type { BackupTarget } from './target.ts'

/** Encryption of written objects; without a kind the default of the bucket. */
export interface Encryption {
  kind: ServerSideEncryption | undefined
  /** Key for `aws:kms`; without it the key of the account. */
  keyId: string | undefined
}

const CONNECT_TIMEOUT_MS = 3_000
const REQUEST_TIMEOUT_MS = 60_000

/** A prefix of a bucket. The retries of the SDK are safe, since a name always has the same content. */
export function bucketTarget(
  { bucket: Bucket, prefix }: { bucket: string; prefix: string },
  config: S3ClientConfig,
  { kind, keyId }: Encryption,
): BackupTarget {
  const client = new S3Client({
    region: defaultRegion,
    ...config,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
  })
  const encrypted = {
    ...(kind !== undefined && { ServerSideEncryption: kind }),
    ...(keyId !== undefined && { SSEKMSKeyId: keyId }),
  }
  const attempt = async <R>(action: string, send: () => Promise<R>): Promise<R> => {
    try {
      return await send()
    } catch (error) {
      const reason = Error.isError(error) ? `${error.name}: ${error.message}` : 'unknown reason'
      throw new Error(`${action} s3://${Bucket}/${prefix} failed: ${reason}`, { cause: error })
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
