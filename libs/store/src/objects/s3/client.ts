import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { withinTime } from '@landscape/contracts/async/within-time'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { Meta, PutCondition } from '../port.ts'
import { defaultRegion } from './default-region.ts'

/** Limits of a call. */
export interface Timeouts {
  connectMs: number
  /** Until the response begins. A body gets the same time again, and more by its size. */
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
 * The S3 calls of the store: one attempt each, bounded in time. The SDK would repeat a put whose response
 * was lost, and return 412 for a put that succeeded.
 *
 * @throws the SDK's errors, or an Error when a body is truncated or late
 */
export function createS3Calls(config: S3ClientConfig, overrides: Partial<Timeouts> = {}) {
  const timeouts = { ...TIMEOUTS, ...overrides }
  const client = createClient(config, timeouts)
  const now = watchClock(client)
  /** Maximum time (ms) to send or receive a body. */
  const transferMs = (bytes: number) => timeouts.responseMs + (bytes / 1e6) * timeouts.perMegabyteMs
  /** Maximum time (ms) from the connection to the end of a response that the SDK reads. */
  const callMs = (bytes = 0) => timeouts.connectMs + 2 * transferMs(bytes)

  return {
    async get(Bucket: string, Key: string, ifNoneMatch?: string): Promise<StoredObject> {
      const condition = ifNoneMatch === undefined ? {} : { IfNoneMatch: quoted(ifNoneMatch) }
      const command = new GetObjectCommand({ Bucket, Key, ...condition })
      const out = await within(callMs(), (abortSignal) => client.send(command, { abortSignal }))
      const length = out.ContentLength
      const bytes = await readBody(out.Body as Readable, transferMs(length ?? 0))
      if (length !== undefined && bytes.length !== length) throw new Error('The body is truncated')
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
      const requestTimeout = transferMs(Body.length)
      const out = await within(callMs(Body.length), (abortSignal) =>
        client.send(command, { abortSignal, requestTimeout }),
      )
      return { etag: unquoted(out.ETag) }
    },

    async remove(Bucket: string, Key: string): Promise<void> {
      const command = new DeleteObjectCommand({ Bucket, Key })
      await within(callMs(), (abortSignal) => client.send(command, { abortSignal }))
    },

    async list(Bucket: string, Prefix: string, after: string | undefined) {
      const page = after === undefined ? {} : { ContinuationToken: after }
      const command = new ListObjectsV2Command({ Bucket, Prefix, ...page })
      const out = await within(callMs(), (abortSignal) => client.send(command, { abortSignal }))
      const entries = (out.Contents ?? []).flatMap(({ Key: key, ETag }) =>
        key === undefined ? [] : [{ key, etag: unquoted(ETag) ?? '' }],
      )
      if (!out.IsTruncated) return { entries, next: undefined }
      if (!out.NextContinuationToken) throw new Error('The listing is truncated')
      return { entries, next: out.NextContinuationToken }
    },

    /** @throws Error when neither the settings nor the environment name a region */
    now,
    region: () => client.config.region(),
    close: () => client.destroy(),
  }
}

function createClient(config: S3ClientConfig, { connectMs, responseMs }: Timeouts): S3Client {
  return new S3Client({
    region: defaultRegion,
    ...config,
    maxAttempts: 1,
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: responseMs,
      throwOnRequestTimeout: true,
    },
  })
}

/** The store's clock by the `Date` of its newest response, whatever its status; `undefined` before the first. */
function watchClock(client: S3Client): () => number | undefined {
  let newest: { date: number; receivedAt: number } | undefined
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { headers = {} } = result.response as { headers?: Record<string, string> }
      const date = Date.parse(headers['date'] ?? '')
      if (!Number.isNaN(date)) newest = { date, receivedAt: performance.now() }
      return result
    },
    // Next to the handler: errors are still responses.
    { step: 'deserialize', priority: 'low', name: 'storeClock' },
  )
  return () => newest && newest.date + performance.now() - newest.receivedAt
}

/** Aborts a call that takes longer than `ms`. */
function within<R>(ms: number, call: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const controller = new AbortController()
  return withinTime(call(controller.signal), ms, () => {
    controller.abort()
    throw timeoutError('No complete response arrived in time')
  })
}

function readBody(body: Readable, ms: number): Promise<Buffer> {
  return withinTime(buffer(body), ms, () => {
    body.destroy()
    throw timeoutError('The body arrived too slowly')
  })
}

function timeoutError(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError' })
}

/** ETags are sent with quotes (RFC 9110 §8.8.3); some servers return them without. */
function quoted(etag: string): string {
  return `"${etag}"`
}

/** The opaque tag: without quotes, and without the weak prefix that a compressing hop may have added. */
function unquoted(etag: string | undefined): string | undefined {
  return etag?.replace(/^(?:W\/)?"(.*)"$/, '$1')
}
