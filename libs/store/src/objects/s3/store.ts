import { setTimeout as sleep } from 'node:timers/promises'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import {
  nameOf,
  StoreUnavailable,
  type Bucket,
  type GetResult,
  type InventoriedStore,
  type Meta,
  type ObjectRef,
  type Present,
  type PutCondition,
} from '../port.ts'
import { createS3Calls, type Timeouts } from './client.ts'
import { failureOf, putError, unavailable } from './failure.ts'
import { pad, unpad } from './padding.ts'
import { OWN_PREFIX, proveConditions } from './prove-conditions.ts'

export interface S3StoreOptions {
  /** What the three buckets are really called. */
  buckets: Readonly<Record<Bucket, string>>
  /** Endpoint, region and credentials come from the SDK's own variables unless they are given. */
  client?: S3ClientConfig
  timeouts?: Partial<Timeouts>
}

export interface S3Store extends InventoriedStore {
  /** @throws Error when no region is set anywhere */
  region(): Promise<string>
  /**
   * Shows that writes to the bucket are safe; a first put does so itself when this was not called.
   *
   * @throws StoreUnfit when they are not, StoreUnavailable when that is not known
   */
  prove(bucket: Bucket): Promise<void>
}

const META_LIMIT = 2_048
const RETRY_WITHIN_MS = 50
const TIMED_OUT = new Set(['ETIMEDOUT', 'TimeoutError', 'AbortError'])

/** Objects in three S3 buckets, or in a compatible store that honours conditional writes. */
export function createS3Store({ buckets, client = {}, timeouts }: S3StoreOptions): S3Store {
  const calls = createS3Calls(client, timeouts)
  const prove = once((bucket) =>
    proveConditions(buckets[bucket], (key, body, condition) =>
      send({ bucket, key }, body, condition, {}),
    ),
  )

  async function send(ref: ObjectRef, body: Buffer, condition: PutCondition, meta: Meta) {
    const bucket = buckets[ref.bucket]
    const { stored, length } = pad(body)
    const all = { ...meta, pad: String(length) }
    assertMeta(ref, all)
    try {
      const { etag } = await calls.put(bucket, ref.key, stored, condition, all)
      if (etag !== undefined) return { etag }
    } catch (error) {
      throw putError(`writing ${nameOf(ref)}`, bucket, error)
    }
    throw new StoreUnavailable(`s3: ${nameOf(ref)} was written, but the answer has no ETag`)
  }

  async function inventory(bucket: Bucket, prefix = ''): Promise<Present[]> {
    const found: Present[] = []
    let after: string | undefined
    try {
      do {
        const from = after
        const { present, next } = await retried(() => calls.list(buckets[bucket], prefix, from))
        found.push(...present)
        after = next
      } while (after !== undefined)
    } catch (error) {
      throw unavailable(`listing ${bucket}`, buckets[bucket], error)
    }
    // S3 sorts by UTF-8 bytes.
    return found
      .filter(({ key }) => !key.startsWith(OWN_PREFIX))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  return {
    kind: 's3',
    async get(ref, { ifNoneMatch } = {}): Promise<GetResult> {
      const bucket = buckets[ref.bucket]
      try {
        const { bytes, etag, meta } = await retried(() => calls.get(bucket, ref.key, ifNoneMatch))
        if (etag === undefined) throw new Error('The answer has no ETag')
        const { pad: length, ...rest } = meta
        return { kind: 'found', body: unpad(bytes, Number(length)), etag, meta: rest }
      } catch (error) {
        const { status, code } = failureOf(error)
        if (status === 304) return { kind: 'not-modified' }
        // Any other 404 (no bucket, a proxy's page) says nothing about the object.
        if (status === 404 && code === 'NoSuchKey') return { kind: 'missing' }
        throw unavailable(`reading ${nameOf(ref)}`, bucket, error)
      }
    },
    async put(ref, body, condition, meta = {}) {
      await prove(ref.bucket)
      return send(ref, body, condition, meta)
    },
    async remove(ref) {
      const bucket = buckets[ref.bucket]
      try {
        // Asking twice does no harm.
        await retried(() => calls.remove(bucket, ref.key))
      } catch (error) {
        throw unavailable(`removing ${nameOf(ref)}`, bucket, error)
      }
    },
    list: async (bucket, prefix) => (await inventory(bucket, prefix)).map(({ key }) => key),
    inventory: (bucket) => inventory(bucket),
    isShared: () => undefined,
    region: calls.region,
    prove,
    close: calls.close,
  }
}

/**
 * Repeats a read at once when a pooled connection had died, the store asked to slow down, or our
 * clock was set.
 */
async function retried<R>(read: () => Promise<R>): Promise<R> {
  try {
    return await read()
  } catch (error) {
    const { status, code, isSkewed } = failureOf(error)
    const isFinal = status !== undefined && status < 500 && status !== 429 && !isSkewed
    // Who just waited for a time-out must not wait for another.
    if (isFinal || TIMED_OUT.has(code)) throw error
  }
  await sleep(Math.random() * RETRY_WITHIN_MS)
  return read()
}

/** Asks until there is one good answer for each bucket, never twice at a time. */
function once(ask: (bucket: Bucket) => Promise<void>): (bucket: Bucket) => Promise<void> {
  const answers = new Map<Bucket, Promise<void>>()
  return async (bucket) => {
    const answer = answers.get(bucket) ?? ask(bucket)
    answers.set(bucket, answer)
    try {
      await answer
    } catch (error) {
      if (answers.get(bucket) === answer) answers.delete(bucket)
      throw error
    }
  }
}

function assertMeta(ref: ObjectRef, meta: Meta): void {
  const texts = Object.entries(meta).flat()
  // Header values: printable US-ASCII, and S3 counts names and values.
  const fits =
    texts.every((text) => /^[\x20-\x7e]*$/.test(text)) && texts.join('').length <= META_LIMIT
  if (!fits) throw new TypeError(`The metadata of ${nameOf(ref)} is not ASCII or exceeds 2 KB`)
}
