import { isDeepStrictEqual } from 'node:util'
import type { Progress } from '@landscape/runtime'
import { DOCUMENTS, HISTORIES } from '@landscape/contracts'
import {
  BUCKETS,
  headIn,
  headOf,
  type InventoriedStore,
  isHistoryKey,
  nameOf,
  type ObjectRef,
  openArchive,
  PreconditionFailed,
  type PutCondition,
} from '@landscape/store'
import { HISTORY_NAMES, versionIn } from '../readable.ts'
import { inParallel } from './in-parallel.ts'
import {
  BackupRefused,
  instantOf,
  manifestNames,
  newestOf,
  readManifest,
  readObject,
  sha256Of,
  type CopiedObject,
} from './manifest.ts'
import type { BackupTarget } from './target.ts'

export interface RestoreFrom {
  /** The newest backup that began then or before; the newest of all when absent. */
  instant?: Date | undefined
  /** Whether what the store holds otherwise may go; else only a store that holds nothing else is written to. */
  isReplacing: boolean
  /** Otherwise nothing goes: the answer is what would. */
  isMeant?: boolean
  progress?: Progress | undefined
}

interface Restored {
  /** When the backup began. */
  at: string
  objects: number
  /** Those that were not there yet. */
  written: number
  removed: number
}

/** What restoring a backup would take away. */
export interface Planned {
  /** When the backup began. */
  at: string
  /** The objects of the store that the backup does not hold, and those that it holds otherwise. */
  removes: readonly string[]
  replaces: readonly string[]
  /** How many changes the history has of each document that the backup does not. */
  losesChanges: ReadonlyMap<string, number>
}

const MAX_NAMED = 5

/**
 * Makes the store what a backup is. The backup is looked through before anything is written; what is written is
 * read again and compared. Whoever is killed meanwhile starts it again: what is there already stays.
 *
 * @returns what was done; or what would go, when it is not meant yet
 * @throws BackupRefused when there is no backup, it is damaged, the store holds something else, or somebody writes
 *   to it
 */
export async function restoreBackup(
  store: InventoriedStore,
  target: BackupTarget,
  { instant, isReplacing, isMeant = false, progress }: RestoreFrom,
): Promise<Restored | Planned> {
  const name = newestOf(await manifestNames(target), instant)
  if (name === undefined) {
    const when = instant ? ` at or before ${instant.toISOString()}` : ''
    throw new BackupRefused(`No complete backup exists${when}; nothing was restored`)
  }
  const at = instantOf(name)
  const { objects } = await readManifest(target, name)
  await assertSound(target, { at, objects, progress })

  const wanted = new Map(objects.map((one) => [nameOf(one), one]))
  const there = new Map<string, { etag: string; isSame: boolean }>()
  await inParallel(await refsIn(store), async (ref) => {
    const got = await store.get(ref)
    if (got.kind !== 'found') return
    there.set(nameOf(ref), { etag: got.etag, isSame: isCopy(wanted.get(nameOf(ref)), got) })
  })
  const others = [...there].filter(([, { isSame }]) => !isSame).map(([other]) => other)
  if (others.length > 0 && !isReplacing) {
    throw new BackupRefused(
      `The store has objects that differ from the backup of ${at} (${listOf(others)}); nothing was restored. ` +
        'Restore into an empty store, or use --replace, which first shows what would be removed',
    )
  }
  if (others.length > 0 && !isMeant) {
    return {
      at,
      removes: others.filter((other) => !wanted.has(other)),
      replaces: others.filter((other) => wanted.has(other)),
      losesChanges: await changesSince(store, wanted),
    }
  }

  const missing = objects.filter((one) => there.get(nameOf(one))?.isSame !== true)
  let written = 0
  const put = async (one: CopiedObject) => {
    const etag = there.get(nameOf(one))?.etag
    await write(store, target, one, etag === undefined ? { absent: true } : { ifMatch: etag })
    progress?.show(`Restored ${++written} of ${missing.length} objects`)
  }
  // Documents come last, so that none names a history that is not there yet.
  await inParallel(
    missing.filter(({ key }) => isHistoryKey(key)),
    put,
  )
  await inParallel(
    missing.filter(({ key }) => !isHistoryKey(key)),
    put,
  )
  const strays = (await refsIn(store)).filter((ref) => !wanted.has(nameOf(ref)))
  if (strays.length > 0 && !isReplacing) throw writtenMeanwhile(listOf(strays.map(nameOf)))
  await inParallel(strays, (ref) => store.remove(ref))
  return { at, objects: objects.length, written: missing.length, removed: strays.length }
}

/** How many records the history of each document has that a backup does not hold. */
async function changesSince(
  store: InventoriedStore,
  wanted: ReadonlyMap<string, CopiedObject>,
): Promise<Map<string, number>> {
  const since = new Map<string, number>()
  for (const name of HISTORY_NAMES) {
    const { ref } = DOCUMENTS[HISTORIES[name]]
    const head = await headOf(openArchive(store, ref.bucket, name), versionIn(await store.get(ref)))
    const kept = headIn(wanted.get(nameOf(ref))?.meta)
    const changes = (head?.number ?? 0) - (kept?.number ?? 0)
    if (changes > 0) since.set(name, changes)
  }
  return since
}

/** @throws BackupRefused naming what is missing, or is not what was copied */
async function assertSound(
  target: BackupTarget,
  {
    at,
    objects,
    progress,
  }: { at: string; objects: readonly CopiedObject[]; progress: Progress | undefined },
): Promise<void> {
  const names = new Map(objects.map((one) => [one.sha256, nameOf(one)]))
  const damaged: string[] = []
  const look = async ([sha256, name]: readonly [string, string]) => {
    if (!(await readObject(target, sha256))) damaged.push(name)
  }
  await inParallel([...names], look, (done, of) =>
    progress?.show(`Verified ${done} of ${of} objects of the backup`),
  )
  if (damaged.length === 0) return
  throw new BackupRefused(
    `The backup of ${at} is damaged (${listOf(damaged)}); nothing was restored. ` +
      'Select an earlier one with --at',
  )
}

/** Puts one object of a backup there, and reads it again. @throws BackupRefused */
export async function write(
  store: InventoriedStore,
  target: BackupTarget,
  one: CopiedObject,
  condition: PutCondition,
): Promise<void> {
  const { bucket, key, sha256, meta } = one
  const ref = { bucket, key }
  const bytes = await readObject(target, sha256)
  if (!bytes) {
    throw new BackupRefused(`The backup no longer returns ${nameOf(ref)}: restore again`)
  }
  try {
    await store.put(ref, bytes, condition, meta)
  } catch (error) {
    throw error instanceof PreconditionFailed ? writtenMeanwhile(nameOf(ref)) : error
  }
  const got = await store.get(ref)
  if (got.kind !== 'found' || !isCopy(one, got)) {
    throw new BackupRefused(
      `The store did not return the bytes that were written to ${nameOf(ref)}`,
    )
  }
}

function writtenMeanwhile(names: string): BackupRefused {
  return new BackupRefused(
    `Another process writes to the store (${names}): stop the services, then restore again`,
  )
}

/** Whether what is stored is an object of a backup. */
export function isCopy(
  one: CopiedObject | undefined,
  { body, meta }: { body: Buffer; meta: Readonly<Record<string, string>> },
): boolean {
  return (
    one !== undefined && sha256Of(body) === one.sha256 && isDeepStrictEqual({ ...meta }, one.meta)
  )
}

async function refsIn(store: InventoriedStore): Promise<ObjectRef[]> {
  const found = await Promise.all(
    BUCKETS.map(async (bucket) => (await store.list(bucket)).map((key) => ({ bucket, key }))),
  )
  return found.flat()
}

/** The first names of several. */
export function listOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  return names.toSorted().slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
