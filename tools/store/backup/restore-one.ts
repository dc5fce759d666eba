import { describe } from '@landscape/store/history/describe'
import { diff } from '@landscape/store/history/diff'
import { parseJson } from '@landscape/store/json/parse-json'
import { type InventoriedStore, nameOf, type ObjectRef } from '@landscape/store/objects/port'
import { faultsIn } from '../schema-faults.ts'
import { previewOf } from '../history.ts'
import { hintAt } from '../operands.ts'
import { putRecorded } from '../put-recorded.ts'
import { damageOf, historyNameOf, newestInHistory, versionIn } from '../stored-version.ts'
import {
  BackupError,
  instantOf,
  manifestNames,
  readManifest,
  readObject,
  type CopiedObject,
} from './manifest.ts'
import { isCopy, write } from './restore-backup.ts'
import type { BackupTarget } from './target.ts'

export interface RestoreOne {
  ref: ObjectRef
  /** Ignores backups that started later. */
  instant: Date | undefined
  /** Author for the history. */
  by: string
  /** Without it nothing is stored. */
  isConfirmed: boolean
}

/** An intact object of a backup that matches the schema of its document. */
interface Copy {
  one: CopiedObject
  body: Buffer
  /** Start of the backup. */
  at: string
}

/**
 * Stores the newest readable copy of one object. A change of a document with a history is recorded and can be
 * undone.
 *
 * @returns a preview of the change in lines, the start of the backup, and whether nothing is left to do
 * @throws BackupError when no backup has a readable copy
 */
export async function restoreOne(
  store: InventoriedStore,
  target: BackupTarget,
  { ref, instant, by, isConfirmed }: RestoreOne,
): Promise<{ lines: string[]; isDone: boolean; at: string }> {
  const file = nameOf(ref)
  const { one, body, at } = await newestCopy(target, ref, instant)
  const got = await store.get(ref)
  const exists = got.kind === 'found'
  const name = historyNameOf(ref)
  if (exists && (name === undefined ? isCopy(one, got) : got.body.equals(body))) {
    return { lines: [`${file} is the same in the backup of ${at}.`], isDone: true, at }
  }
  const damage = damageOf(ref, got)
  const state = !exists ? ' does not exist' : damage === undefined ? '' : ' is damaged'
  const lines = [`${file}${state}; its copy in the backup of ${at} has ${body.length} bytes.`]
  if (name !== undefined) {
    const newest = damage === undefined ? undefined : await newestInHistory(store, name, got)
    const before = damage === undefined ? versionIn(got).value : newest?.value
    const after = parseJson(body)
    const steps = diff(before, after)
    if (damage !== undefined) lines.push('Compared with its last readable version:')
    lines.push(...previewOf(steps, describe(steps, { before, after }).subjects))
  }
  if (!isConfirmed) return { lines, isDone: false, at }
  if (name === undefined) {
    await write(store, target, one, exists ? { ifMatch: got.etag } : { absent: true })
  } else {
    const action = `restore ${name} from the backup of ${at}`
    await putRecorded(store, ref, body, { author: by, action })
  }
  return { lines: [...lines, `Restored ${file} from the backup of ${at}`], isDone: true, at }
}

async function newestCopy(
  target: BackupTarget,
  ref: ObjectRef,
  instant: Date | undefined,
): Promise<Copy> {
  const file = nameOf(ref)
  const names = (await manifestNames(target)).filter(
    (name) => instant === undefined || instantOf(name) <= instant.toISOString(),
  )
  for (const name of names.toReversed()) {
    const one = (await objectsIn(target, name)).find((object) => nameOf(object) === file)
    const body = one && (await readObject(target, one.sha256))
    if (one && body && faultsIn(ref, body) === undefined) return { one, body, at: instantOf(name) }
  }
  throw new BackupError(
    `None of ${names.length} backups has a readable copy of ${file}; nothing was restored.${hintAt(file)}`,
  )
}

/** The objects of a backup; a damaged backup has none, so that an earlier one is used. */
async function objectsIn(target: BackupTarget, name: string): Promise<CopiedObject[]> {
  try {
    return (await readManifest(target, name)).objects
  } catch (error) {
    if (error instanceof BackupError) return []
    throw error
  }
}
