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
  type InventoryEntry,
  type PutCondition,
} from '../port.ts'
import { createS3Calls, type Timeouts } from './client.ts'
import { failureOf, isConflicting, putError, unavailable } from './failure.ts'
import { pad, unpad } from './padding.ts'
import { OWN_PREFIX, proveConditions } from './prove-conditions.ts'

export interface S3StoreOptions {
  /** The real names of the three buckets. */
  buckets: Readonly<Record<Bucket, string>>
  /** Endpoint, region and credentials default to the variables of the SDK. */
  client?: S3ClientConfig
  timeouts?: Partial<Timeouts>
}

export interface S3Store extends InventoriedStore {
  /** @throws Error when no region is set */
  region(): Promise<string>
  /**
   * Proves that the bucket honours conditional writes, once per bucket; the first put does the same.
   *
   * @throws StoreUnfit when it does not; StoreUnavailable when that is unknown
   */
  prove(bucket: Bucket): Promise<void>
}

const MAX_META_BYTES = 2_048
const MAX_RETRY_DELAY_MS = 50
/** Maximum number of attempts of a put that collides with other requests. */
const MAX_CONFLICTS = 5
const TIMED_OUT = new Set(['ETIMEDOUT', 'TimeoutError', 'AbortError'])

/** Objects in three S3 buckets, or in a compatible store that honours conditional writes. */
export function createS3Store({ buckets, client = {}, timeouts }: S3StoreOptions): S3Store {
  const calls = createS3Calls(client, timeouts)
  const target = { calls, buckets }
  const prove = oncePerBucket((bucket) =>
    proveConditions(buckets[bucket], {
      put: (key, body, condition) =>
        send(target, { ref: { bucket, key }, body, condition, meta: {} }),
      get: (key) => get(target, { bucket, key }, undefined),
    }),
  )
  return {
    kind: 's3',
    get: (ref, { ifNoneMatch } = {}) => get(target, ref, ifNoneMatch),
    async put(ref, body, condition, meta = {}) {
      await prove(ref.bucket)
      return send(target, { ref, body, condition, meta })
    },
    async remove(ref) {
      const bucket = buckets[ref.bucket]
      try {
        // A removal is idempotent.
        await retried(() => calls.remove(bucket, ref.key))
      } catch (error) {
        throw unavailable(`removing ${nameOf(ref)}`, bucket, error)
      }
    },
    async list(bucket, prefix) {
      return (await inventory(target, bucket, prefix)).map(({ key }) => key)
    },
    inventory: (bucket) => inventory(target, bucket),
    isShared: () => undefined,
    now: calls.now,
    region: calls.region,
    prove,
    close: calls.close,
  }
}

/** The calls, and the real names of the buckets. */
interface Target {
  calls: ReturnType<typeof createS3Calls>
  buckets: S3StoreOptions['buckets']
}

async function get(
  { calls, buckets }: Target,
  ref: ObjectRef,
  ifNoneMatch: string | undefined,
): Promise<GetResult> {
  const bucket = buckets[ref.bucket]
  try {
    const { bytes, etag, meta } = await retried(() => calls.get(bucket, ref.key, ifNoneMatch))
    if (etag === undefined) throw new Error('The response has no ETag')
    const { pad: length, ...rest } = meta
    return { kind: 'found', body: unpad(bytes, Number(length)), etag, meta: rest }
  } catch (error) {
    const { status, code } = failureOf(error)
    if (status === 304) return { kind: 'not-modified' }
    // Any other 404 (no bucket, a proxy's page) does not mean that the object is missing.
    if (status === 404 && code === 'NoSuchKey') return { kind: 'missing' }
    throw unavailable(`reading ${nameOf(ref)}`, bucket, error)
  }
}

interface Put {
  ref: ObjectRef
  body: Buffer
  condition: PutCondition
  meta: Meta
}

async function send({ calls, buckets }: Target, { ref, body, condition, meta }: Put) {
  const bucket = buckets[ref.bucket]
  const { stored, length } = pad(body)
  const all = { ...meta, pad: String(length) }
  assertMeta(ref, all)
  try {
    const { etag } = await untilEvaluated(() => calls.put(bucket, ref.key, stored, condition, all))
    if (etag !== undefined) return { etag }
  } catch (error) {
    throw putError(`writing ${nameOf(ref)}`, bucket, error)
  }
  throw new StoreUnavailable(`s3: ${nameOf(ref)} was written, but the response has no ETag`)
}

async function inventory(
  { calls, buckets }: Target,
  bucket: Bucket,
  prefix = '',
): Promise<InventoryEntry[]> {
  const found: InventoryEntry[] = []
  /** The first key of each page. */
  const firsts = new Set<string>()
  let after: string | undefined
  try {
    do {
      const from = after
      const { entries, next } = await retried(() => calls.list(buckets[bucket], prefix, from))
      const first = entries[0]?.key
      const isRepeated = first !== undefined && firsts.has(first)
      if (isRepeated || (next !== undefined && next === from))
        throw new Error('The store repeats a page')
      if (first !== undefined) firsts.add(first)
      found.push(...entries)
      after = next
    } while (after !== undefined)
  } catch (error) {
    throw unavailable(`listing ${bucket}`, buckets[bucket], error)
  }
  // S3 sorts by UTF-8 bytes, the port by code units.
  return found
    .filter(({ key }) => !key.startsWith(OWN_PREFIX))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/**
 * Repeats an idempotent call once, after a broken connection, a 429 or 5xx response, or a corrected clock.
 */
async function retried<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call()
  } catch (error) {
    const { status, code, isSkewed } = failureOf(error)
    const isFinal = status !== undefined && status < 500 && status !== 429 && !isSkewed
    // A caller waits for one time-out only.
    if (isFinal || TIMED_OUT.has(code)) throw error
  }
  await sleep(Math.random() * MAX_RETRY_DELAY_MS)
  return call()
}

/** Repeats a put that collided with another request. */
async function untilEvaluated<R>(put: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await put()
    } catch (error) {
      if (!isConflicting(error) || attempt === MAX_CONFLICTS) throw error
    }
    await sleep(Math.random() * MAX_RETRY_DELAY_MS * attempt)
  }
}

/** Runs a proof until it succeeds once for each bucket; concurrent calls share one run. */
function oncePerBucket(
  prove: (bucket: Bucket) => Promise<void>,
): (bucket: Bucket) => Promise<void> {
  const proofs = new Map<Bucket, Promise<void>>()
  return async (bucket) => {
    const proof = proofs.get(bucket) ?? prove(bucket)
    proofs.set(bucket, proof)
    try {
      await proof
    } catch (error) {
      if (proofs.get(bucket) === proof) proofs.delete(bucket)
      throw error
    }
  }
}

function assertMeta(ref: ObjectRef, meta: Meta): void {
  const strings = Object.entries(meta).flat()
  // Header values are printable US-ASCII, and S3 counts names and values.
  const fits =
    strings.every((one) => /^[\x20-\x7e]*$/.test(one)) && strings.join('').length <= MAX_META_BYTES
  if (!fits) throw new TypeError(`The metadata of ${nameOf(ref)} is not ASCII or exceeds 2 KB`)
}
