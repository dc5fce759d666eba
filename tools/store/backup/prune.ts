import { inParallel } from './in-parallel.ts'
import { keptDigests, manifestNames, objectName, readManifest } from './manifest.ts'
import type { BackupTarget } from './target.ts'

/**
 * Takes older backups away, and the bytes that no other backup needs. Whoever is killed meanwhile leaves bytes that
 * the next call takes away.
 *
 * @param keep how many of the newest stay
 * @returns how many backups went
 * @throws BackupRefused when one that stays is damaged: then nothing is known of what it needs
 */
export async function prune(target: BackupTarget, keep: number): Promise<number> {
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
