/** The three logical buckets; an adapter maps them to the real names. */
export const BUCKETS = ['main', 'audit-tool', 'assistant'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Address of one stored object. */
export interface ObjectRef {
  bucket: Bucket
  key: string
}

/** Metadata of an object: strings of at most 2 KB in all, the limit of S3. */
export type Meta = Readonly<Record<string, string>>

/**
 * Result of a read: the object; `not-modified` when the version of `ifNoneMatch` is the present one;
 * `missing` when the key does not exist.
 */
export type GetResult =
  | { kind: 'found'; body: Buffer; etag: string; meta: Meta }
  | { kind: 'not-modified' }
  | { kind: 'missing' }

/** The version that a put replaces, or that none exists; there is no unconditional put. */
export type PutCondition = { ifMatch: string } | { absent: true }

interface PutOptions {
  /**
   * Skips syncing to disk: a power cut before the next put of this process may lose the object. Every other
   * put is durable.
   */
  isPreparation?: boolean
}

/**
 * Objects with compare-and-swap. Reads see every write, of any process, that was acknowledged before they
 * began. An ETag is opaque and never identifies two versions of one object.
 */
export interface ObjectStore {
  /** Short name for logs and `/readyz`. */
  readonly kind: string
  /**
   * @throws StoreUnavailable when the store could not be reached; never for a missing key
   */
  get(ref: ObjectRef, options?: { ifNoneMatch?: string }): Promise<GetResult>
  /**
   * @param body must not change until the promise settles
   * @throws PreconditionFailed when the condition does not hold; nothing was written
   * @throws StoreUnavailable when the outcome is unknown; the body may have been written
   */
  put(
    ref: ObjectRef,
    body: Buffer,
    condition: PutCondition,
    meta?: Meta,
    options?: PutOptions,
  ): Promise<{ etag: string }>
  /**
   * Removes an object, if it exists. Only for objects that nothing refers to.
   *
   * @throws StoreUnavailable when the outcome is unknown; the object may have been removed
   */
  remove(ref: ObjectRef): Promise<void>
  /** Keys that begin with the prefix, sorted by code unit. */
  list(bucket: Bucket, prefix?: string): Promise<string[]>
  /** The store's clock (ms since the epoch) by its newest response; absent or `undefined` when it is unknown. */
  now?(): number | undefined
  close(): void
}

/** A key and the ETag of its current version. */
export interface InventoryEntry {
  key: string
  etag: string
}

/** A store that lists its versions without reading them, for backups. */
export interface InventoriedStore extends ObjectStore {
  /** Every object of a bucket with its present ETag, sorted by key. */
  inventory(bucket: Bucket): Promise<InventoryEntry[]>
  /** Whether another process has the store open; `undefined` when that is unknown. */
  isShared(): boolean | undefined
}

/** The current version is not the one that the put would replace. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed'
}

/** The store did not respond, or not in time; the outcome is unknown. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}

/** The store is full: nothing was written, and a retry would fail. */
export class StoreFull extends StoreUnavailable {
  override readonly name = 'StoreFull'
}

/** Name of an object in logs: `<bucket>/<key>`. */
export function nameOf({ bucket, key }: ObjectRef): string {
  return `${bucket}/${key}`
}
