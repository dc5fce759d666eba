import { shareByKey } from '@landscape/contracts/async/share-calls'
import { PreconditionFailed, type Bucket, type ObjectStore } from '../objects/port.ts'
import { LRUCache } from 'lru-cache'
import { HistoryDamaged } from './damaged.ts'
import { isVersionRecord, numberOf, type Head, type VersionRecord } from './record.ts'

/** Number of records that are concatenated in one object, so that a long history is read with few calls. */
export const RUN = 256

/** A stored copy of the document after a record. */
export interface Copy extends Pick<Head, 'slot' | 'at'> {
  /** Its object. */
  name: string
  /** Whether the record and older ones were deleted, so that the history begins with the copy. */
  isFirst: boolean
  /** Whether the next record has an earlier time. */
  isJump: boolean
}

/** The history objects of one document, in the bucket of the document; names are relative to its folder. */
export interface Archive {
  keyOf(name: string): string
  /** @throws HistoryDamaged when the object is invalid, as do the other reads */
  record(slot: string): Promise<VersionRecord | undefined>
  putRecord(record: VersionRecord): Promise<void>
  /** The records of a run by slot; empty when they are large. Some may be of versions that were replaced by hand. */
  run(index: number): Promise<ReadonlyMap<string, VersionRecord> | undefined>
  /** Keeps an existing run. */
  putRun(index: number, records: readonly VersionRecord[]): Promise<void>
  /** The sorted slots of a run, including records that no version names. */
  slots(index: number): Promise<string[]>
  /** All copies, by the numbers of their records. */
  copies(): Promise<Copy[]>
  /** Keeps an existing copy. */
  putCopy(of: Pick<Copy, 'slot' | 'at'> & Partial<Copy>, text: Buffer): Promise<void>
  /** The kept text of the document at an instant (ms since the epoch), whatever records exist. */
  kept(instant: number): Promise<string | undefined>
  /** Keeps an existing text. */
  keep(instant: number, text: Buffer): Promise<void>
  /** The instants of all kept documents. */
  keptInstants(): Promise<number[]>
  dropKept(instant: number): Promise<void>
  /** Names of the objects in a folder, sorted. */
  list(folder: string): Promise<string[]>
  text(name: string): Promise<string | undefined>
  /** Replaces an object that is computed from the records. */
  putText(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Name of the object of a record. */
export function recordName(slot: string): string {
  return `records/${padded(runOf(numberOf(slot)), 6)}/${slot}.json`
}

/** Name of the object of a run. */
export function runName(index: number): string {
  return `runs/${padded(index, 6)}.json`
}

/** Name of the object with the document at an instant. */
function keptName(instant: number): string {
  return `kept/${instant}.json`
}

/** Index of the run of a record. */
export function runOf(number: number): number {
  return Math.floor((number - 1) / RUN)
}

/** Whether a key is that of a history object. */
export function isHistoryKey(key: string): boolean {
  return key.startsWith('history/')
}

/** Whether a key is that of a record after a number, of a run with such a record, or of a copy after one. */
export function isLater(key: string, document: string, number: number): boolean {
  const [, name, folder] = key.split('/')
  if (name !== document) return false
  const file = key.slice(key.lastIndexOf('/') + 1)
  if (folder === 'records') return numberOf(file) > number
  if (folder === 'copies') return numberOf(copyNamed(file).slot) > number
  return folder === 'runs' && (numberOf(file) + 1) * RUN > number
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}

/**
 * Opens an archive, with a cache of records and runs, which are immutable; `cacheSize` is in characters.
 */
export function openArchive(
  store: ObjectStore,
  bucket: Bucket,
  document: string,
  { cacheSize = 16 * 2 ** 20 } = {},
): Archive {
  const objects = createObjects(store, bucket, { root: `history/${document}/`, cacheSize })
  const { keyOf, read, putOnce, list } = objects
  return {
    keyOf,
    record: (slot) =>
      read(recordName(slot), (value) => (isVersionRecord(value) ? { ...value, slot } : undefined)),
    async putRecord(record) {
      await objects.put(recordName(record.slot), Buffer.from(JSON.stringify(record)))
    },
    run: (index) => read(runName(index), runIn),
    putRun: (index, records) => putOnce(runName(index), Buffer.from(JSON.stringify(records))),
    async slots(index) {
      const names = await list(`records/${padded(index, 6)}/`)
      return names.map((name) => name.slice(name.lastIndexOf('/') + 1, -'.json'.length)).sort()
    },
    async copies() {
      const names = await list('copies/')
      return names.map(copyNamed).sort((a, b) => numberOf(a.slot) - numberOf(b.slot))
    },
    putCopy: ({ slot, at, isFirst = false, isJump = false }, text) => {
      const instant = new Date(at).toISOString().replaceAll(':', '')
      return putOnce(`copies/${instant}_${slot}${isFirst ? FIRST : isJump ? JUMP : '.json'}`, text)
    },
    kept: (instant) => objects.text(keptName(instant)),
    keep: (instant, text) => putOnce(keptName(instant), text),
    keptInstants: async () =>
      (await list('kept/')).map((name) => Number.parseInt(name.slice(5), 10)),
    dropKept: (instant) => objects.remove(keptName(instant)),
    list,
    text: objects.text,
    putText: objects.replace,
    remove: objects.remove,
  }
}

/** The objects of a folder, which are immutable unless they are replaced; `cacheSize` is in characters. */
function createObjects(
  store: ObjectStore,
  bucket: Bucket,
  { root, cacheSize }: { root: string; cacheSize: number },
) {
  const keyOf = (name: string) => root + name
  const refOf = (name: string) => ({ bucket, key: keyOf(name) })
  const cache = new LRUCache<string, object>({ maxSize: cacheSize })
  const share = shareByKey<object | undefined>()

  async function text(name: string): Promise<string | undefined> {
    const got = await store.get(refOf(name))
    return got.kind === 'found' ? got.body.toString() : undefined
  }

  async function fetch(name: string, parse: (value: unknown) => object | undefined) {
    const body = await text(name)
    if (body === undefined) return undefined
    const value = parse(parsed(body))
    if (!value) throw new HistoryDamaged(`${keyOf(name)} is damaged`, keyOf(name))
    cache.set(name, value, { size: body.length + 1 })
    return value
  }

  async function put(name: string, body: Buffer): Promise<void> {
    await store.put(refOf(name), body, { absent: true }, {}, { isPreparation: true })
  }

  async function read<T extends object>(name: string, parse: (value: unknown) => T | undefined) {
    return (cache.get(name) ?? (await share(name, () => fetch(name, parse)))) as T | undefined
  }

  /** Keeps an existing object. */
  async function putOnce(name: string, body: Buffer): Promise<void> {
    try {
      await put(name, body)
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
    }
  }

  async function replace(name: string, body: string): Promise<void> {
    const got = await store.get(refOf(name))
    const condition = got.kind === 'found' ? { ifMatch: got.etag } : ({ absent: true } as const)
    await store.put(refOf(name), Buffer.from(body), condition)
  }

  async function remove(name: string): Promise<void> {
    cache.delete(name)
    await store.remove(refOf(name))
  }

  async function list(folder: string): Promise<string[]> {
    const keys = await store.list(bucket, keyOf(folder))
    return keys.map((key) => key.slice(root.length))
  }

  return { keyOf, text, put, read, putOnce, replace, remove, list }
}

/** The value of a JSON text; undefined when it is truncated. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function runIn(value: unknown): ReadonlyMap<string, VersionRecord> | undefined {
  if (!Array.isArray(value)) return undefined
  const records = value.filter((one) => isVersionRecord(one) && typeof one.slot === 'string')
  return records.length === value.length
    ? new Map(records.map((one: VersionRecord) => [one.slot, one]))
    : undefined
}

/** End of the name of the copy with which a history begins. */
const FIRST = '.first.json'
/** End of the name of a copy before a record with an earlier time. */
const JUMP = '.jump.json'

/** The copy with a name: `copies/2026-11-21T100000.000Z_000000012-a1B2c3D4.json`. */
function copyNamed(name: string): Copy {
  const middle = name.indexOf('_')
  const instant = name.slice(name.lastIndexOf('/') + 1, middle)
  return {
    name,
    at: Date.parse(instant.replace(/T(\d\d)(\d\d)/, 'T$1:$2:')),
    slot: name.slice(middle + 1, name.indexOf('.', middle)),
    isFirst: name.endsWith(FIRST),
    isJump: name.endsWith(JUMP),
  }
}
