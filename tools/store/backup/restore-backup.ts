import { isDeepStrictEqual } from 'node:util'
import type { Progress } from '../../command-line/progress.ts'
import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import { isHistoryKey, openArchive } from '@landscape/store/history/archive'
import { headOf } from '@landscape/store/history/head'
import { headIn } from '@landscape/store/history/record'
import {
  BUCKETS,
  type InventoriedStore,
  nameOf,
  type ObjectRef,
  PreconditionFailed,
  type PutCondition,
} from '@landscape/store/objects/port'
import { HISTORY_NAMES, versionIn } from '../stored-version.ts'
import { inParallel } from './in-parallel.ts'
import {
  BackupError,
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
  /** Selects the newest backup that started no later; without it the newest of all. */
  instant?: Date | undefined
  /** Allows the removal of objects that differ from the backup; otherwise the store must not have any. */
  isReplacing: boolean
  /** Without it nothing is removed; the plan is returned. */
  isConfirmed?: boolean
  progress?: Progress | undefined
}

interface Restored {
  /** Start of the backup. */
  at: string
  objects: number
  /** Number of objects that were missing or different. */
  written: number
  removed: number
}

/** Objects and changes that restoring a backup would remove. */
export interface RestorePlan {
  /** Start of the backup. */
  at: string
  /** Objects that are not in the backup. */
  removes: readonly string[]
  /** Objects that differ from the backup. */
  replaces: readonly string[]
  /** Number of changes since the backup, by history. */
  losesChanges: ReadonlyMap<string, number>
}

const MAX_NAMED = 5
const REFUSED = 'nothing was restored. Select an earlier one with --at'

/**
 * Replaces the contents of the store with a backup. The backup is verified before anything is written; each
 * written object is read again and compared. A restore that was interrupted can be repeated.
 *
 * @returns the result; or the plan, when objects would be removed without confirmation
 * @throws BackupError when there is no backup, it is damaged, the store has other objects, or another process
 *   writes to it
 */
export async function restoreBackup(
  store: InventoriedStore,
  target: BackupTarget,
  { instant, isReplacing, isConfirmed = false, progress }: RestoreFrom,
): Promise<Restored | RestorePlan> {
  const name = newestOf(await manifestNames(target), instant)
  if (name === undefined) {
    const when = instant ? ` at or before ${instant.toISOString()}` : ''
    throw new BackupError(`No complete backup exists${when}; nothing was restored`)
  }
  const at = instantOf(name)
  const objects = await intactObjects(target, name, progress)

  const wanted = new Map(objects.map((one) => [nameOf(one), one]))
  const current = new Map<string, { etag: string; isIdentical: boolean }>()
  await inParallel(await refsIn(store), async (ref) => {
    const got = await store.get(ref)
    if (got.kind !== 'found') return
    current.set(nameOf(ref), { etag: got.etag, isIdentical: isCopy(wanted.get(nameOf(ref)), got) })
  })
  const others = [...current].filter(([, { isIdentical }]) => !isIdentical).map(([other]) => other)
  if (others.length > 0 && !isReplacing) {
    throw new BackupError(
      `The store has objects that differ from the backup of ${at} (${listOf(others)}); ` +
        'nothing was restored. ' +
        'Restore into an empty store, or use --replace, which first shows what would be removed',
    )
  }
  if (others.length > 0 && !isConfirmed) {
    return {
      at,
      removes: others.filter((other) => !wanted.has(other)),
      replaces: others.filter((other) => wanted.has(other)),
      losesChanges: await changesSince(store, wanted),
    }
  }

  const missing = objects.filter((one) => current.get(nameOf(one))?.isIdentical !== true)
  let written = 0
  const put = async (one: CopiedObject) => {
    const etag = current.get(nameOf(one))?.etag
    await write(store, target, one, etag === undefined ? { absent: true } : { ifMatch: etag })
    progress?.show(`Restored ${++written} of ${missing.length} objects`)
  }
  // Documents last, so that their histories exist before them.
  await inParallel(
    missing.filter(({ key }) => isHistoryKey(key)),
    put,
  )
  await inParallel(
    missing.filter(({ key }) => !isHistoryKey(key)),
    put,
  )
  const strays = (await refsIn(store)).filter((ref) => !wanted.has(nameOf(ref)))
  if (strays.length > 0 && !isReplacing) throw concurrentWrite(listOf(strays.map(nameOf)))
  await inParallel(strays, (ref) => store.remove(ref))
  return { at, objects: objects.length, written: missing.length, removed: strays.length }
}

/** Number of records that are not in a backup, by history. */
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

/** The objects of a backup. @throws BackupError with the names of missing and damaged ones */
async function intactObjects(
  target: BackupTarget,
  backup: string,
  progress: Progress | undefined,
): Promise<CopiedObject[]> {
  const { objects } = await readManifest(target, backup).catch((error: unknown) => {
    throw error instanceof BackupError ? new BackupError(`${error.message}; ${REFUSED}`) : error
  })
  const names = new Map(objects.map((one) => [one.sha256, nameOf(one)]))
  const damaged: string[] = []
  const verify = async ([sha256, name]: readonly [string, string]) => {
    if (!(await readObject(target, sha256))) damaged.push(name)
  }
  await inParallel([...names], verify, (done, of) =>
    progress?.show(`Verified ${done} of ${of} objects of the backup`),
  )
  if (damaged.length === 0) return objects
  throw new BackupError(
    `The backup of ${instantOf(backup)} is damaged (${listOf(damaged)}); ${REFUSED}, ` +
      'or restore each intact document with --only <document>',
  )
}

/** Stores one object of a backup and reads it again. @throws BackupError */
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
    throw new BackupError(`The backup no longer returns ${nameOf(ref)}: restore again`)
  }
  try {
    await store.put(ref, bytes, condition, meta)
  } catch (error) {
    throw error instanceof PreconditionFailed ? concurrentWrite(nameOf(ref)) : error
  }
  const got = await store.get(ref)
  if (got.kind !== 'found' || !isCopy(one, got)) {
    throw new BackupError(`The store did not return the bytes that were written to ${nameOf(ref)}`)
  }
}

function concurrentWrite(names: string): BackupError {
  return new BackupError(
    `Another process writes to the store (${names}): stop the services, then restore again`,
  )
}

/** Whether a stored object is identical to an object of a backup. */
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

/** The first names, and the number of the others. */
export function listOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  return names.toSorted().slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
