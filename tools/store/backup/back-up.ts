import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from '../../command-line/progress.ts'
import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import { isHistoryKey, isLater, openArchive } from '@landscape/store/history/archive'
import { headOf } from '@landscape/store/history/head'
import { headIn } from '@landscape/store/history/record'
import {
  BUCKETS,
  type GetResult,
  type InventoriedStore,
  nameOf,
  type ObjectRef,
} from '@landscape/store/objects/port'
import { HISTORY_NAMES, versionIn } from '../stored-version.ts'
import { inParallel } from './in-parallel.ts'
import {
  BackupError,
  keptDigests,
  manifestNames,
  newestOf,
  objectName,
  readManifest,
  readObject,
  sha256Of,
  writeManifest,
  type CopiedObject,
} from './manifest.ts'
import type { BackupTarget } from './target.ts'

interface BackedUp {
  /** Name of the manifest. */
  name: string
  objects: number
  /** Objects that were not in the target before. */
  copied: { objects: number; bytes: number }
}

interface BackupOptions {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Reads all objects of the target and copies damaged ones again. */
  isVerifying?: boolean
  progress?: Progress | undefined
}

type FoundObject = Extract<GetResult, { kind: 'found' }>

/** Histories are thinned out once a day, so repeated removals during a backup have another cause. */
const MAX_ATTEMPTS = 5
const PAUSE_MS = 1_000

/**
 * Copies the store while services run: every document with its history up to the copied version. Objects that
 * are unchanged since the previous backup are not read. Only new content is written, then read again and
 * compared. The manifest is written last.
 *
 * @throws BackupError when the target does not return the written bytes
 */
export async function backUp(
  store: InventoriedStore,
  target: BackupTarget,
  { now, isVerifying = false, progress }: BackupOptions,
): Promise<BackedUp> {
  const at = new Date(now()).toISOString()
  const kept = await intactDigests(target, { isVerifying, progress })
  const known = await knownVersions(target, kept)
  const copied = { objects: 0, bytes: 0 }

  async function copy(ref: ObjectRef, { body, etag, meta }: FoundObject): Promise<CopiedObject> {
    const sha256 = sha256Of(body)
    if (!kept.has(sha256)) {
      kept.add(sha256)
      await target.write(objectName(sha256), body)
      if (!(await readObject(target, sha256))) {
        throw new BackupError(
          `The target did not return the bytes that were written for ${nameOf(ref)}`,
        )
      }
      copied.objects++
      copied.bytes += body.length
    }
    const one = { ...ref, etag, sha256, bytes: body.length, meta }
    known.set(nameOf(ref), one)
    return one
  }

  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const objects = await copyAll(store, { copy, known, progress })
    if (objects) {
      objects.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
      const name = await writeManifest(target, { format: 1, at, objects })
      return { name, objects: objects.length, copied }
    }
    await sleep(PAUSE_MS)
  }
  throw new BackupError('History records were removed during each attempt to copy them: try again')
}

/** Digests of the objects in the target; with `isVerifying` only of intact ones. */
async function intactDigests(
  target: BackupTarget,
  { isVerifying, progress }: Pick<BackupOptions, 'isVerifying' | 'progress'>,
): Promise<Set<string>> {
  const kept = await keptDigests(target)
  if (!isVerifying) return new Set(kept)
  const sound = await inParallel(
    kept,
    async (sha256) => (await readObject(target, sha256)) !== undefined,
    (done, of) => progress?.show(`Verified ${done} of ${of} kept objects`),
  )
  return new Set(kept.filter((_, i) => sound[i]))
}

/** The objects of the previous backup whose bytes are in the target, by name. */
async function knownVersions(
  target: BackupTarget,
  kept: ReadonlySet<string>,
): Promise<Map<string, CopiedObject>> {
  const newest = newestOf(await manifestNames(target))
  const objects = newest === undefined ? [] : await readIfIntact(target, newest)
  return new Map(objects.filter(({ sha256 }) => kept.has(sha256)).map((one) => [nameOf(one), one]))
}

/** The objects of a backup; a damaged backup has none, so that a new one can be made. */
async function readIfIntact(target: BackupTarget, name: string): Promise<CopiedObject[]> {
  try {
    return (await readManifest(target, name)).objects
  } catch (error) {
    if (error instanceof BackupError) return []
    throw error
  }
}

interface Copying {
  copy: (ref: ObjectRef, found: FoundObject) => Promise<CopiedObject>
  known: ReadonlyMap<string, CopiedObject>
  progress: Progress | undefined
}

/** Copies everything once; `undefined` when history objects were removed during the copy. */
async function copyAll(
  store: InventoriedStore,
  { copy, known, progress }: Copying,
): Promise<CopiedObject[] | undefined> {
  // Documents first, since the records of a version are stored before it.
  const documents = new Map<string, CopiedObject>()
  const numbers = new Map<string, number>()
  for (const name of HISTORY_NAMES) {
    const { ref } = DOCUMENTS[HISTORIES[name]]
    const { found, number } = await readWithHead(store, name)
    if (found) documents.set(nameOf(ref), await copy(ref, found))
    numbers.set(name, number)
  }
  const edited = new Set(HISTORY_NAMES.map((name) => nameOf(DOCUMENTS[HISTORIES[name]].ref)))
  const isWanted = ({ bucket, key }: ObjectRef) =>
    !edited.has(nameOf({ bucket, key })) &&
    ![...numbers].some(([name, number]) => isLater(key, name, number))

  const present = (await inventoryOf(store)).filter(isWanted)
  let isComplete = true
  const copyOne = async ({ bucket, key, etag }: (typeof present)[number]) => {
    const ref = { bucket, key }
    const before = known.get(nameOf(ref))
    if (before?.etag === etag) return before
    const got = await store.get(ref)
    if (got.kind === 'found') return copy(ref, got)
    if (isHistoryKey(key)) isComplete = false
    return undefined
  }
  const others = await inParallel(present, copyOne, (done, of) =>
    progress?.show(`Backed up ${done} of ${of} objects`),
  )
  const objects = [...documents.values(), ...others.filter((one) => one !== undefined)]
  // Records are immutable: those that exist before and after the copy existed throughout it.
  const after = new Map((await inventoryOf(store)).map((one) => [nameOf(one), one.etag]))
  const stays = (one: CopiedObject) => !isHistoryKey(one.key) || after.get(nameOf(one)) === one.etag
  return isComplete && objects.every(stays) ? objects : undefined
}

/** A document and the number of its newest record. */
async function readWithHead(
  store: InventoriedStore,
  name: (typeof HISTORY_NAMES)[number],
): Promise<{ found?: FoundObject; number: number }> {
  const { ref } = DOCUMENTS[HISTORIES[name]]
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const got = await store.get(ref)
    const head = await headOf(openArchive(store, ref.bucket, name), versionIn(got))
    const number = head?.number ?? 0
    const found = got.kind === 'found' ? got : undefined
    if (headIn(found?.meta)) return { ...(found && { found }), number }
    // The document was stored without a record: the head belongs to it if it has not changed since.
    const again = await store.get(ref, found ? { ifNoneMatch: found.etag } : {})
    const isSame = found ? again.kind === 'not-modified' : again.kind === 'missing'
    if (isSame) return { ...(found && { found }), number }
    await sleep(PAUSE_MS)
  }
  throw new BackupError(`${nameOf(ref)} was replaced during each attempt to read it: try again`)
}

async function inventoryOf(store: InventoriedStore): Promise<(ObjectRef & { etag: string })[]> {
  const found = await Promise.all(
    BUCKETS.map(async (bucket) =>
      (await store.inventory(bucket)).map((present) => ({ bucket, ...present })),
    ),
  )
  return found.flat()
}
