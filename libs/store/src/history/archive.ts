import { shareByKey } from '@landscape/contracts/async/share-by-key'
import { isRecord, type JsonRecord } from '@landscape/contracts/json'
import { PreconditionFailed, type Bucket, type ObjectStore } from '../objects/port.ts'
import { LRUCache } from 'lru-cache'
import { HistoryDamaged } from './damaged.ts'
import { isHead, isVersionRecord, type Head, type VersionRecord } from './record.ts'

/** Number of records that are folded into one object, so that a long history is read with few store calls. */
export const BLOCK = 256
/** A run of records, oldest first. The oldest block of a history may lack its first records. */
export interface Block {
  /** Empty when the records are large; `outline` lists their slots. */
  records: { slot: string; record: VersionRecord }[]
  outline?: readonly Outline[]
  /** Ids of the undos up to the end of the block, by the id of the undone change. */
  undone: Record<string, string>
}

/** The position of a record. */
export interface Outline extends Pick<VersionRecord, 'number' | 'at'> {
  slot: string
}

/** The history objects of one document, in the bucket of the document. */
export interface Archive {
  /** The key of the record in a slot. */
  recordKey(slot: string): string
  blockKey(index: number): string
  /** The key of the stored state with a digest. */
  stateKey(digest: string): string
  /** @throws HistoryDamaged when the object is invalid, as do the other reads */
  record(slot: string): Promise<VersionRecord | undefined>
  /** @throws PreconditionFailed when the slot is taken */
  putRecord(slot: string, text: string): Promise<void>
  block(index: number): Promise<Block | undefined>
  /** Keeps an existing block, which has the same content. */
  putBlock(index: number, block: Block): Promise<void>
  /** The JSON text of the document with this digest, if it was stored. */
  state(digest: string): Promise<string | undefined>
  putState(digest: string, text: Buffer): Promise<void>
  /** The sorted slots of all records, including those without a version. */
  slots(): Promise<string[]>
  /** The last deleted record: the history begins after it, with the state that it led to. */
  checkpoint(): Promise<Head | undefined>
  /** @throws PreconditionFailed when another process has stored one concurrently */
  putCheckpoint(checkpoint: Head): Promise<void>
  removeRecord(slot: string): Promise<void>
  removeBlock(index: number): Promise<void>
  removeState(digest: string): Promise<void>
}

/** The slot of a record: its number, and a random suffix when that slot is taken. */
export function slotOf(number: number, suffix?: string): string {
  const padded = String(number).padStart(9, '0')
  return suffix === undefined ? padded : `${padded}-${suffix}`
}

/** The number of the record in a slot. */
export function numberOf(slot: string): number {
  return Number.parseInt(slot, 10)
}

/** Index of the block of a record. */
export function blockOf(number: number): number {
  return Math.floor((number - 1) / BLOCK)
}

/** Whether a key is that of a history object. */
export function isHistoryKey(key: string): boolean {
  return key.startsWith('history/')
}

/** Whether a key is that of a record after a number, or of a block with such a record. */
export function isLater(key: string, document: string, number: number): boolean {
  const name = key.slice(key.lastIndexOf('/') + 1)
  if (key.startsWith(`history/${document}/records/`)) return numberOf(name) > number
  return key.startsWith(`history/${document}/blocks/`) && (numberOf(name) + 1) * BLOCK > number
}

/**
 * Opens an archive, with a cache of records and blocks, which are immutable; `cacheSize` is in characters.
 */
export function openArchive(
  store: ObjectStore,
  bucket: Bucket,
  document: string,
  { cacheSize = 16 * 2 ** 20 } = {},
): Archive {
  const root = `history/${document}`
  const objects = createObjects(store, bucket, cacheSize)
  const blockKey = (index: number) => `${root}/blocks/${String(index).padStart(6, '0')}.json`
  const recordKey = (slot: string) => {
    const folder = String(blockOf(numberOf(slot))).padStart(6, '0')
    return `${root}/records/${folder}/${slot}.json`
  }
  const stateKey = (digest: string) => `${root}/states/${digest}.json`
  const checkpointRef = { bucket, key: `${root}/checkpoint.json` }
  return {
    recordKey,
    blockKey,
    stateKey,
    record: (slot) => objects.read(recordKey(slot), isVersionRecord),
    async putRecord(slot, text) {
      const body = Buffer.from(text)
      await store.put(
        { bucket, key: recordKey(slot) },
        body,
        { absent: true },
        {},
        { isPreparation: true },
      )
    },
    block: (index) => objects.read(blockKey(index), isBlock),
    putBlock: (index, block) =>
      objects.putOnce(blockKey(index), Buffer.from(JSON.stringify(block))),
    async state(digest) {
      const got = await store.get({ bucket, key: stateKey(digest) })
      return got.kind === 'found' ? got.body.toString() : undefined
    },
    putState: (digest, text) => objects.putOnce(stateKey(digest), text),
    async checkpoint() {
      const got = await store.get(checkpointRef)
      return got.kind === 'found' ? parsed(checkpointRef.key, got.body, isHead) : undefined
    },
    async putCheckpoint(checkpoint) {
      const got = await store.get(checkpointRef)
      const condition = got.kind === 'found' ? { ifMatch: got.etag } : ({ absent: true } as const)
      await store.put(checkpointRef, Buffer.from(JSON.stringify(checkpoint)), condition)
    },
    removeRecord: (slot) => objects.remove(recordKey(slot)),
    removeBlock: (index) => objects.remove(blockKey(index)),
    removeState: (digest) => objects.remove(stateKey(digest)),
    async slots() {
      const prefix = `${root}/records/`
      const keys = await store.list(bucket, prefix)
      return keys.map((key) => key.slice(key.lastIndexOf('/') + 1, -'.json'.length)).sort()
    },
  }
}

/** Reads and writes immutable objects of a bucket; `cacheSize` is in characters. */
function createObjects(store: ObjectStore, bucket: Bucket, cacheSize: number) {
  const cache = new LRUCache<string, object>({ maxSize: cacheSize })
  const share = shareByKey<object | undefined>()

  async function fetch<T extends object>(
    key: string,
    isIntact: (value: unknown) => value is T,
  ): Promise<T | undefined> {
    const got = await store.get({ bucket, key })
    if (got.kind !== 'found') return undefined
    const value = parsed(key, got.body, isIntact)
    cache.set(key, value, { size: got.body.length + 1 })
    return value
  }

  return {
    async read<T extends object>(
      key: string,
      isIntact: (value: unknown) => value is T,
    ): Promise<T | undefined> {
      return (cache.get(key) ?? (await share(key, () => fetch(key, isIntact)))) as T | undefined
    },
    async remove(key: string): Promise<void> {
      cache.delete(key)
      await store.remove({ bucket, key })
    },
    /** Keeps an existing object. */
    async putOnce(key: string, body: Buffer): Promise<void> {
      try {
        await store.put({ bucket, key }, body, { absent: true })
      } catch (error) {
        if (!(error instanceof PreconditionFailed)) throw error
      }
    },
  }
}

/** @throws HistoryDamaged */
function parsed<T>(key: string, body: Buffer, isIntact: (value: unknown) => value is T): T {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    // Reported below by its key, without its content.
  }
  if (isIntact(value)) return value
  throw new HistoryDamaged(`${key} is damaged`, key)
}

function isBlock(value: unknown): value is Block {
  if (!isRecord(value) || !isRecord(value['undone']) || !Array.isArray(value['records']))
    return false
  const { records, outline = [] } = value
  return (
    records.every((stored) => hasSlot(stored) && isVersionRecord(stored['record'])) &&
    Array.isArray(outline) &&
    outline.every((one) => hasSlot(one) && typeof one['at'] === 'string')
  )
}

function hasSlot(value: unknown): value is JsonRecord & { slot: string } {
  return isRecord(value) && typeof value['slot'] === 'string'
}
