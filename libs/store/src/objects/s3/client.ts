import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { Meta, PutCondition } from '../port.ts'

/** Limits of a call, in milliseconds. */
export interface Timeouts {
  connectMs: number
  /** Until the answer begins; a body gets as long again, and more by its size. */
  responseMs: number
  perMegabyteMs: number
}

const TIMEOUTS: Timeouts = { connectMs: 1_000, responseMs: 3_000, perMegabyteMs: 1_000 }

interface StoredObject {
  bytes: Buffer
  etag: string | undefined
  meta: Meta
}

/**
 * The three S3 calls of the store: one attempt each, bounded in time however slowly the other side
 * talks. The SDK would repeat a put whose reply was lost, and turn its success into a 412.
 *
 * @throws the SDK's errors, or an Error when a body is cut
 */
export function createS3Calls(config: S3ClientConfig, overrides: Partial<Timeouts> = {}) {
  const timeouts = { ...TIMEOUTS, ...overrides }
  const client = new S3Client({
    ...config,
    maxAttempts: 1,
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.responseMs,
      throwOnRequestTimeout: true,
    },
  })
  /** Time for a body of so many bytes to pass. */
  const passing = (bytes: number) => timeouts.responseMs + (bytes / 1e6) * timeouts.perMegabyteMs
  /** From the connection to the end of what the SDK itself reads, errors and lists included. */
  const whole = (bytes: number) => timeouts.connectMs + 2 * passing(bytes)

  return {
    async get(Bucket: string, Key: string, ifNoneMatch?: string): Promise<StoredObject> {
      const condition = ifNoneMatch === undefined ? {} : { IfNoneMatch: quoted(ifNoneMatch) }
      const command = new GetObjectCommand({ Bucket, Key, ...condition })
      const out = await within(whole(0), (abortSignal) => client.send(command, { abortSignal }))
      const length = out.ContentLength
      const bytes = await readBody(out.Body as Readable, passing(length ?? 0))
      if (length !== undefined && bytes.length !== length) throw new Error('The body was cut short')
      return { bytes, etag: unquoted(out.ETag), meta: out.Metadata ?? {} }
    },

    async put(Bucket: string, Key: string, Body: Buffer, condition: PutCondition, meta: Meta) {
      const command = new PutObjectCommand({
        Bucket,
        Key,
        Body,
        ContentType: 'application/json',
        Metadata: { ...meta },
        ...('absent' in condition ? { IfNoneMatch: '*' } : { IfMatch: quoted(condition.ifMatch) }),
      })
      const requestTimeout = passing(Body.length)
      const out = await within(whole(Body.length), (abortSignal) =>
        client.send(command, { abortSignal, requestTimeout }),
      )
      return { etag: unquoted(out.ETag) }
    },

    async remove(Bucket: string, Key: string): Promise<void> {
      const command = new DeleteObjectCommand({ Bucket, Key })
      await within(whole(0), (abortSignal) => client.send(command, { abortSignal }))
    },

    async list(Bucket: string, Prefix: string, after: string | undefined) {
      const page = after === undefined ? {} : { ContinuationToken: after }
      const command = new ListObjectsV2Command({ Bucket, Prefix, ...page })
      const out = await within(whole(0), (abortSignal) => client.send(command, { abortSignal }))
      const present = (out.Contents ?? []).flatMap(({ Key: key, ETag }) =>
        key === undefined ? [] : [{ key, etag: unquoted(ETag) ?? '' }],
      )
      return { present, next: out.IsTruncated ? out.NextContinuationToken : undefined }
    },

    /** @throws Error when neither the settings nor the environment name a region */
    region: () => client.config.region(),
    close: () => client.destroy(),
  }
}

async function within<R>(ms: number, work: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function readBody(body: Readable, withinMs: number): Promise<Buffer> {
  const tooSlow = Object.assign(new Error('The body arrived too slowly'), { name: 'TimeoutError' })
  const timer = setTimeout(() => body.destroy(tooSlow), withinMs)
  try {
    return await buffer(body)
  } finally {
    clearTimeout(timer)
  }
}

/** ETags travel quoted (RFC 9110 §8.8.3), which not every server cares about in its answers. */
function quoted(etag: string): string {
  return `"${etag}"`
}

/** The tag itself; a compressing hop on the way may have weakened it. */
function unquoted(etag: string | undefined): string | undefined {
  return etag?.replace(/^(?:W\/)?"(.*)"$/, '$1')
}
