import type { Progress } from '../../command-line/progress.ts'
import { readNumber } from '../../command-line/read-arguments.ts'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { clockOf } from '@landscape/store/history/record-time'
import { type InventoriedStore, nameOf } from '@landscape/store/objects/port'
import { z } from 'zod'
import { backUp } from './back-up.ts'
import { inParallel } from './in-parallel.ts'
import { instantOf, keptDigests, manifestNames, objectName, readManifest } from './manifest.ts'
import { listOf, restoreBackup, type RestorePlan, type RestoreFrom } from './restore-backup.ts'
import { restoreOne, type RestoreOne } from './restore-one.ts'
import { ENCRYPTIONS, openTarget, type StoreSettings } from './open-target.ts'
import type { BackupTarget } from './target.ts'
import { byFlag, shellWord } from '../finding.ts'

/** Options of `backup`. */
export interface BackupFlags {
  keep?: string | undefined
  encryption?: string | undefined
  'kms-key'?: string | undefined
  verify: boolean
  /** Stores the start time for the metrics. */
  record: boolean
}

const Encryption = z.enum(ENCRYPTIONS).optional()
const MAX_KEPT = 10_000

/** `backup <backup>`: the result in lines. */
export async function backupCommand(
  store: InventoriedStore,
  settings: StoreSettings,
  where: string,
  flags: BackupFlags,
  progress?: Progress,
): Promise<string[]> {
  const keep =
    flags.keep === undefined
      ? undefined
      : readNumber('--keep', flags.keep, { min: 1, max: MAX_KEPT, isInteger: true })
  const kind = Encryption.parse(flags.encryption)
  const target = openTarget(where, settings, { kind, keyId: flags['kms-key'] })
  try {
    const began = performance.now()
    // The first response of the store contains its time.
    await store.get(DOCUMENTS.lastBackup.ref)
    const { name, objects, copied } = await backUp(store, target, {
      now: clockOf(store),
      isVerifying: flags.verify,
      progress,
    })
    const megabytes = (copied.bytes / 1e6).toFixed(1)
    const lines = [
      `Backed up ${objects} objects as of ${instantOf(name)}, ${copied.objects} of them ` +
        `(${megabytes} MB) copied, ${since(began)}`,
    ]
    if (flags.record) await recordBackup(store, Date.parse(instantOf(name)))
    const gone = keep === undefined ? 0 : await prune(target, keep)
    return gone === 0 ? lines : [...lines, `Removed ${gone} older backups`]
  } finally {
    target.close()
  }
}

/**
 * Removes older backups and the objects that only they contain.
 *
 * @param keep number of newest backups to keep
 * @returns the number of removed backups
 * @throws BackupError when one of the newest is damaged, since its objects are then unknown
 */
async function prune(target: BackupTarget, keep: number): Promise<number> {
  const names = await manifestNames(target)
  const needed = new Set<string>()
  for (const name of names.slice(-keep)) {
    const { objects } = await readManifest(target, name)
    for (const { sha256 } of objects) needed.add(sha256)
  }
  const old = names.slice(0, -keep)
  await inParallel(old, (name) => target.remove(name))
  const unneeded = (await keptDigests(target)).filter((sha256) => !needed.has(sha256))
  await inParallel(unneeded, (sha256) => target.remove(objectName(sha256)))
  return old.length
}

/** @param begunAt milliseconds since the epoch */
async function recordBackup(store: InventoriedStore, begunAt: number): Promise<void> {
  const { ref, schema } = DOCUMENTS.lastBackup
  await createDocument(store, ref, schema).change(
    () => ({ next: { begunAt }, result: undefined }),
    {
      by: { actor: 'operator', action: 'record a backup' },
    },
  )
}

/** `restore --from <backup>`: the result or the plan in lines. */
export async function restoreCommand(
  store: InventoriedStore,
  settings: StoreSettings,
  where: string,
  options: RestoreFrom,
): Promise<{ lines: string[]; isDone: boolean }> {
  const target = openTarget(where, settings, { kind: undefined, keyId: undefined })
  try {
    const began = performance.now()
    const outcome = await restoreBackup(store, target, options)
    if ('removes' in outcome) return { lines: planLines(outcome, where), isDone: false }
    const { at, objects, written, removed } = outcome
    const gone = removed === 0 ? '' : `, ${removed} others removed`
    const lines = [
      `Restored ${objects} objects as of ${at}, ${written} of them written${gone}, ${since(began)}`,
      'Next: npm run store -- check',
    ]
    return { lines, isDone: true }
  } finally {
    target.close()
  }
}

function planLines({ at, removes, replaces, losesChanges }: RestorePlan, where: string): string[] {
  const changes = [...losesChanges].map(([name, count]) => `${name} ${count}`)
  return [
    `The store has changed since the backup of ${at} began. Restoring that backup`,
    `  deletes ${countOf(removes)}`,
    `  replaces ${countOf(replaces)}`,
    ...(changes.length > 0 ? [`  loses later changes: ${changes.join(', ')}`] : []),
    'Nothing was restored. To restore it:',
    `  npm run store -- restore --from ${shellWord(where)} --at ${at} --replace --yes`,
  ]
}

function countOf(names: readonly string[]): string {
  const objects = names.length === 1 ? '1 object' : `${names.length} objects`
  return names.length === 0 ? 'no object' : `${objects}: ${listOf(names)}`
}

/** `restore --from <backup> --only <document>`: the result or the preview in lines. */
export async function restoreOneCommand(
  store: InventoriedStore,
  settings: StoreSettings,
  where: string,
  options: RestoreOne,
): Promise<string[]> {
  const target = openTarget(where, settings, { kind: undefined, keyId: undefined })
  try {
    const { lines, isDone, at } = await restoreOne(store, target, options)
    if (isDone) return lines
    const file = shellWord(nameOf(options.ref))
    return [
      ...lines,
      'Nothing was stored. To restore it:',
      `  npm run store -- restore --from ${shellWord(where)} --at ${at} --only ` +
        `${file}${byFlag(options.by)} --yes`,
    ]
  } finally {
    target.close()
  }
}

function since(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`
}
