import { isRecord, type JsonRecord, shareByKey } from '@landscape/contracts'
import { PreconditionFailed, type Bucket, type ObjectStore } from '../objects/port.ts'
import { LRUCache } from 'lru-cache'
import { HistoryDamaged } from './damaged.ts'
import { isHead, isVersionRecord, type Head, type VersionRecord } from './record.ts'

/** Records that are folded into one object, so that a long history is read with few questions. */
export const BLOCK = 256
/** A run of records, oldest first, and what was undone up to its end; the first of all may lack its begin. */
export interface Block {
  /** None when they are large: then there is an outline, and they are read one by one. */
  records: { slot: string; record: VersionRecord }[]
  /** Where large records lie. */
  outline?: readonly Outline[]
  /** The changes that undid others, by the id of what they undid. */
  undone: Record<string, string>
  /** Ids of the newest changes of projects up to the end of the block; older blocks do not have it. */
  newest?: Record<string, string>
}

/** Of a record what it takes to find it. */
export interface Outline extends Pick<VersionRecord, 'number' | 'at'> {
  slot: string
}

/** The objects that hold the history of one document, beside it in its bucket. */
export interface Archive {
  /** The key of the record in a slot. */
  recordKey(slot: string): string
  blockKey(index: number): string
  /** The key of the text with a digest. */
  stateKey(digest: string): string
  /** @throws HistoryDamaged when what lies there is no record; so do the other reads */
  record(slot: string): Promise<VersionRecord | undefined>
  /** @throws PreconditionFailed when the slot is taken */
  putRecord(slot: string, text: string): Promise<void>
  block(index: number): Promise<Block | undefined>
  /** A block that is there already stays: every writer makes the same. */
  putBlock(index: number, block: Block): Promise<void>
  /** The text of the document whose digest this is, when it was kept. */
  state(digest: string): Promise<string | undefined>
  putState(digest: string, text: Buffer): Promise<void>
  /** The slots of all records, those that never came to count included, in order. */
  slots(): Promise<string[]>
  /** The last record of what was forgotten: the history begins after it, with the text that it led to. */
  checkpoint(): Promise<Head | undefined>
  /** @throws PreconditionFailed when another process has just done so */
  putCheckpoint(checkpoint: Head): Promise<void>
  removeRecord(slot: string): Promise<void>
  removeBlock(index: number): Promise<void>
  removeState(digest: string): Promise<void>
}

/** The slot of a record: its number, and a word of chance when another record has that. */
export function slotOf(number: number, chance?: string): string {
  const padded = String(number).padStart(9, '0')
  return chance === undefined ? padded : `${padded}-${chance}`
}

/** The number of the record in a slot. */
export function numberOf(slot: string): number {
  return Number.parseInt(slot, 10)
}

/** The block that a record is folded into. */
export function blockOf(number: number): number {
  return Math.floor((number - 1) / BLOCK)
}

/** Whether a key is of a history's object: everything else in a bucket is a document, or somebody else's. */
export function isHistoryKey(key: string): boolean {
  return key.startsWith('history/')
}

/** Whether an object of the history of a document, by its key, tells of records after a number. */
export function isLater(key: string, document: string, number: number): boolean {
  const name = key.slice(key.lastIndexOf('/') + 1)
  if (key.startsWith(`history/${document}/records/`)) return numberOf(name) > number
  return key.startsWith(`history/${document}/blocks/`) && (numberOf(name) + 1) * BLOCK > number
}

/** Records and blocks never change: what was read is kept, within a bound of characters. */
export function openArchive(
  store: ObjectStore,
  bucket: Bucket,
  document: string,
  { cacheSize = 16 * 2 ** 20 } = {},
): Archive {
  const root = `history/${document}`
  const cache = new LRUCache<string, object>({ maxSize: cacheSize })
  const blockKey = (index: number) => `${root}/blocks/${String(index).padStart(6, '0')}.json`
  const recordKey = (slot: string) => {
    const folder = String(blockOf(numberOf(slot))).padStart(6, '0')
    return `${root}/records/${folder}/${slot}.json`
  }
  const stateKey = (digest: string) => `${root}/states/${digest}.json`

  const checkpointRef = { bucket, key: `${root}/checkpoint.json` }
  const share = shareByKey<object | undefined>()

  async function read<T extends object>(
    key: string,
    isIntact: (value: unknown) => value is T,
  ): Promise<T | undefined> {
    return (cache.get(key) ?? (await share(key, () => fetch(key, isIntact)))) as T | undefined
  }

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

  async function removeKey(key: string): Promise<void> {
    cache.delete(key)
    await store.remove({ bucket, key })
  }

  async function putOnce(key: string, body: Buffer): Promise<void> {
    try {
      await store.put({ bucket, key }, body, { absent: true })
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
    }
  }

  return {
    recordKey,
    blockKey,
    stateKey,
    record: (slot) => read(recordKey(slot), isVersionRecord),
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
    block: (index) => read(blockKey(index), isBlock),
    putBlock: (index, block) => putOnce(blockKey(index), Buffer.from(JSON.stringify(block))),
    async state(digest) {
      const got = await store.get({ bucket, key: stateKey(digest) })
      return got.kind === 'found' ? got.body.toString() : undefined
    },
    putState: (digest, text) => putOnce(stateKey(digest), text),
    async checkpoint() {
      const got = await store.get(checkpointRef)
      return got.kind === 'found' ? parsed(checkpointRef.key, got.body, isHead) : undefined
    },
    async putCheckpoint(checkpoint) {
      const got = await store.get(checkpointRef)
      const condition = got.kind === 'found' ? { ifMatch: got.etag } : ({ absent: true } as const)
      await store.put(checkpointRef, Buffer.from(JSON.stringify(checkpoint)), condition)
    },
    removeRecord: (slot) => removeKey(recordKey(slot)),
    removeBlock: (index) => removeKey(blockKey(index)),
    removeState: (digest) => removeKey(stateKey(digest)),
    async slots() {
      const prefix = `${root}/records/`
      const keys = await store.list(bucket, prefix)
      return keys.map((key) => key.slice(key.lastIndexOf('/') + 1, -'.json'.length)).sort()
    },
  }
}

/** @throws HistoryDamaged */
function parsed<T>(key: string, body: Buffer, isIntact: (value: unknown) => value is T): T {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    // It is told by its name, not by its content.
  }
  if (isIntact(value)) return value
  throw new HistoryDamaged(`${key} is damaged`, key)
}

function isBlock(value: unknown): value is Block {
  if (!isRecord(value) || !isRecord(value['undone']) || !Array.isArray(value['records']))
    return false
  const { records, outline = [], newest = {} } = value
  return (
    isRecord(newest) &&
    Object.values(newest).every((id) => typeof id === 'string') &&
    records.every((stored) => hasSlot(stored) && isVersionRecord(stored['record'])) &&
    Array.isArray(outline) &&
    outline.every((one) => hasSlot(one) && typeof one['at'] === 'string')
  )
}

function hasSlot(value: unknown): value is JsonRecord & { slot: string } {
  return isRecord(value) && typeof value['slot'] === 'string'
}
