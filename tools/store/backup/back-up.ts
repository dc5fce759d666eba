import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from '@landscape/runtime'
import { DOCUMENTS, HISTORIES } from '@landscape/contracts'
import {
  BUCKETS,
  type GetResult,
  headIn,
  headOf,
  type InventoriedStore,
  isHistoryKey,
  isLater,
  nameOf,
  type ObjectRef,
  openArchive,
} from '@landscape/store'
import { HISTORY_NAMES, versionIn } from '../readable.ts'
import { inParallel } from './in-parallel.ts'
import {
  BackupRefused,
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
  /** What was not kept already. */
  copied: { objects: number; bytes: number }
}

interface BackupOptions {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Whether all bytes that are kept are read, so that those that were damaged since are copied anew. */
  isVerifying?: boolean
  progress?: Progress | undefined
}

type Found = Extract<GetResult, { kind: 'found' }>

/** Histories are thinned out once a day: that it happens during one copy after the other has another cause. */
const ATTEMPTS = 5
const PAUSE_MS = 1_000

/**
 * Copies the whole store while services go on: every document with the history that belongs to that very version,
 * and no more of it. Objects whose version the backup before has are not read again, bytes that are kept are not
 * written again, and what is written is read again and compared. The manifest comes last.
 *
 * @throws BackupRefused when the target does not give back what was written
 */
export async function backUp(
  store: InventoriedStore,
  target: BackupTarget,
  { now, isVerifying = false, progress }: BackupOptions,
): Promise<BackedUp> {
  const at = new Date(now()).toISOString()
  const kept = await soundDigests(target, { isVerifying, progress })
  const known = await knownVersions(target, kept)
  const copied = { objects: 0, bytes: 0 }

  async function copy(ref: ObjectRef, { body, etag, meta }: Found): Promise<CopiedObject> {
    const sha256 = sha256Of(body)
    if (!kept.has(sha256)) {
      kept.add(sha256)
      await target.write(objectName(sha256), body)
      if (!(await readObject(target, sha256))) {
        throw new BackupRefused(
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

  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const objects = await copyAll(store, { copy, known, progress })
    if (objects) {
      objects.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
      const name = await writeManifest(target, { format: 1, at, objects })
      return { name, objects: objects.length, copied }
    }
    await sleep(PAUSE_MS)
  }
  throw new BackupRefused(
    'History records were removed during each attempt to copy them: try again',
  )
}

/** Digests of what is kept, and is sound as far as it was looked at. */
async function soundDigests(
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

/** The objects of the backup before whose bytes are still there, by their names. */
async function knownVersions(
  target: BackupTarget,
  kept: ReadonlySet<string>,
): Promise<Map<string, CopiedObject>> {
  const newest = newestOf(await manifestNames(target))
  const objects = newest === undefined ? [] : await readIfSound(target, newest)
  return new Map(objects.filter(({ sha256 }) => kept.has(sha256)).map((one) => [nameOf(one), one]))
}

/** Whoever makes a new backup is not kept from it by an old one that is damaged. */
async function readIfSound(target: BackupTarget, name: string): Promise<CopiedObject[]> {
  try {
    return (await readManifest(target, name)).objects
  } catch (error) {
    if (error instanceof BackupRefused) return []
    throw error
  }
}

interface Copying {
  copy: (ref: ObjectRef, found: Found) => Promise<CopiedObject>
  known: ReadonlyMap<string, CopiedObject>
  progress: Progress | undefined
}

/** Copies everything once; `undefined` when some of a history went meanwhile. */
async function copyAll(
  store: InventoriedStore,
  { copy, known, progress }: Copying,
): Promise<CopiedObject[] | undefined> {
  // Documents come first: the records that a version names were stored before it.
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
  let isWhole = true
  const copyOne = async ({ bucket, key, etag }: (typeof present)[number]) => {
    const ref = { bucket, key }
    const before = known.get(nameOf(ref))
    if (before?.etag === etag) return before
    const got = await store.get(ref)
    if (got.kind === 'found') return copy(ref, got)
    if (isHistoryKey(key)) isWhole = false
    return undefined
  }
  const others = await inParallel(present, copyOne, (done, of) =>
    progress?.show(`Backed up ${done} of ${of} objects`),
  )
  const objects = [...documents.values(), ...others.filter((one) => one !== undefined)]
  // What was there before and after was there as a whole at some moment between: records do not change.
  const after = new Map((await inventoryOf(store)).map((one) => [nameOf(one), one.etag]))
  const stays = (one: CopiedObject) => !isHistoryKey(one.key) || after.get(nameOf(one)) === one.etag
  return isWhole && objects.every(stays) ? objects : undefined
}

/** A document and the number of the newest record that belongs to it. */
async function readWithHead(
  store: InventoriedStore,
  name: (typeof HISTORY_NAMES)[number],
): Promise<{ found?: Found; number: number }> {
  const { ref } = DOCUMENTS[HISTORIES[name]]
  for (;;) {
    const got = await store.get(ref)
    const head = await headOf(openArchive(store, ref.bucket, name), versionIn(got))
    const number = head?.number ?? 0
    const found = got.kind === 'found' ? got : undefined
    if (headIn(found?.meta)) return { ...(found && { found }), number }
    // Somebody replaced it by other means. What was looked up is of this version if nobody has written since.
    const again = await store.get(ref, found ? { ifNoneMatch: found.etag } : {})
    const isSame = found ? again.kind === 'not-modified' : again.kind === 'missing'
    if (isSame) return { ...(found && { found }), number }
  }
}

async function inventoryOf(store: InventoriedStore): Promise<(ObjectRef & { etag: string })[]> {
  const found = await Promise.all(
    BUCKETS.map(async (bucket) =>
      (await store.inventory(bucket)).map((present) => ({ bucket, ...present })),
    ),
  )
  return found.flat()
}
