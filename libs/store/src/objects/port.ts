/** The three logical buckets; an adapter knows what they are really called. */
export const BUCKETS = ['main', 'audit-tool', 'assistant'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Address of one stored object. */
export interface ObjectRef {
  bucket: Bucket
  key: string
}

/** Texts kept beside an object, never in it; short, since S3 allows 2 KB in all. */
export type Meta = Readonly<Record<string, string>>

/**
 * What a read found: the object, that the version at hand is still the present one, or no such
 * key.
 */
export type GetResult =
  | { kind: 'found'; body: Buffer; etag: string; meta: Meta }
  | { kind: 'not-modified' }
  | { kind: 'missing' }

/** A write happens only on the version the writer saw: there is no unconditional put. */
export type PutCondition = { ifMatch: string } | { absent: true }

interface PutOptions {
  /**
   * The object means nothing until the next put of this process has happened: until then a power cut may
   * take it away, which spares waiting for the disk twice. The other puts are there for good.
   */
  isPreparation?: boolean
}

/**
 * Objects with compare-and-swap. Reads see every write that was acknowledged before they began,
 * by whichever process. An ETag is opaque and never names two versions of one object.
 */
export interface ObjectStore {
  /** Short name for logs and `/readyz`. */
  readonly kind: string
  /**
   * @throws StoreUnavailable when the store could not be asked; never for a missing key
   */
  get(ref: ObjectRef, options?: { ifNoneMatch?: string }): Promise<GetResult>
  /**
   * @param body is not looked at any more once there is an outcome
   * @throws PreconditionFailed when the condition does not hold: nothing was written
   * @throws StoreUnavailable when the outcome is not known: it may have been written
   */
  put(
    ref: ObjectRef,
    body: Buffer,
    condition: PutCondition,
    meta?: Meta,
    options?: PutOptions,
  ): Promise<{ etag: string }>
  /**
   * Takes an object away for good; nothing happens when there is none. Only for what nothing refers to.
   *
   * @throws StoreUnavailable when the outcome is not known: it may be gone
   */
  remove(ref: ObjectRef): Promise<void>
  /** Keys that begin with the prefix, sorted by code unit. */
  list(bucket: Bucket, prefix?: string): Promise<string[]>
  close(): void
}

/** Which version of an object is there. */
export interface Present {
  key: string
  etag: string
}

/** A store of which can be told, without reading it, what is there: for copies of the whole. */
export interface InventoriedStore extends ObjectStore {
  /** Every object of a bucket with the ETag that a read of it would tell, sorted by key. */
  inventory(bucket: Bucket): Promise<Present[]>
  /** Whether somebody else has the store open; `undefined` when the store cannot tell. */
  isShared(): boolean | undefined
}

/** The object is not in the state the writer saw. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed'
}

/** The store did not answer, or not in time; what it did is not known. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}

/** The store has no room: nothing was written, and trying again does not help. */
export class StoreFull extends StoreUnavailable {
  override readonly name = 'StoreFull'
}

/** An object as logs name it: `<bucket>/<key>`. */
export function nameOf({ bucket, key }: ObjectRef): string {
  return `${bucket}/${key}`
}
