import { ConfigError } from '@landscape/config'
import { DOCUMENTS } from '@landscape/contracts'
import { createDocument } from '@landscape/documents'
import type { InventoriedStore } from '@landscape/object-store'
import { z } from 'zod'
import { backUp } from './back-up.ts'
import { instantOf } from './manifest.ts'
import { prune } from './prune.ts'
import { restoreBackup } from './restore-backup.ts'
import { openTarget, type StoreSettings } from './open-target.ts'

/** What of the command line is about backups. */
export interface BackupFlags {
  keep?: string | undefined
  encryption?: string | undefined
  'kms-key'?: string | undefined
  verify: boolean
  /** Leave when it began where the figures are told from. */
  record: boolean
}

const Encryption = z.enum(['AES256', 'aws:kms', 'aws:kms:dsse']).optional()
const Keep = z.coerce.number().int().min(1).max(10_000).optional()

/** `backup <target>`: what was done, in lines. */
export async function backupCommand(
  store: InventoriedStore,
  settings: StoreSettings,
  where: string,
  flags: BackupFlags,
): Promise<string[]> {
  const keep = flagOf('--keep', Keep, flags.keep, 'a number of backups')
  const kind = flagOf(
    '--encryption',
    Encryption,
    flags.encryption,
    Encryption.unwrap().options.join(', '),
  )
  const target = openTarget(where, settings, { kind, keyId: flags['kms-key'] })
  try {
    const began = performance.now()
    const { name, objects, copied } = await backUp(store, target, {
      now: Date.now,
      isVerifying: flags.verify,
    })
    const megabytes = (copied.bytes / 1e6).toFixed(1)
    const lines = [
      `Backed up ${objects} objects as of ${instantOf(name)}, ${copied.objects} of them (${megabytes} MB) anew, ${since(began)}`,
    ]
    if (flags.record) await recordBackup(store, Date.parse(instantOf(name)))
    const gone = keep === undefined ? 0 : await prune(target, keep)
    return gone === 0 ? lines : [...lines, `Took ${gone} older away`]
  } finally {
    target.close()
  }
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

/** `restore --from <target>`: what was done, in lines. */
export async function restoreCommand(
  store: InventoriedStore,
  settings: StoreSettings,
  where: string,
  { instant, isReplacing }: { instant: Date | undefined; isReplacing: boolean },
): Promise<string[]> {
  const target = openTarget(where, settings, { kind: undefined, keyId: undefined })
  try {
    const began = performance.now()
    const { at, objects, written, removed } = await restoreBackup(store, target, {
      instant,
      isReplacing,
    })
    const gone = removed === 0 ? '' : `, ${removed} others taken away`
    return [
      `Restored ${objects} objects as of ${at}, ${written} of them written${gone}, ${since(began)}`,
      'Now: npm run store -- check',
    ]
  } finally {
    target.close()
  }
}

function flagOf<T>(
  name: string,
  schema: z.ZodType<T>,
  text: string | undefined,
  wanted: string,
): T {
  const { success, data } = schema.safeParse(text)
  if (!success) throw new ConfigError([{ name, problem: `is not ${wanted}` }])
  return data
}

function since(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`
}
