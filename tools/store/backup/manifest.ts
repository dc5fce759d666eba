import { createHash } from 'node:crypto'
import { BUCKETS } from '@landscape/store'
import { z } from 'zod'
import type { BackupTarget } from './target.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** One object as it was copied. */
const CopiedObject = z.object({
  bucket: z.enum(BUCKETS),
  key: z.string().min(1).max(1024),
  /** Of the version, in the store that it was copied from. */
  etag: z.string(),
  sha256: Sha256,
  bytes: z.int().min(0),
  meta: z.record(z.string(), z.string()),
})
export type CopiedObject = z.infer<typeof CopiedObject>

/** What one backup is made of. It is written last: without it there is no backup, only files that the next one uses. */
const Manifest = z.object({
  format: z.literal(1),
  /** When it began: whatever was acknowledged before is in it. */
  at: z.iso.datetime(),
  objects: z.array(CopiedObject),
})
type Manifest = z.infer<typeof Manifest>

/** A mistake of the person at the terminal, or a backup that cannot be used; its message says what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

const MANIFESTS = 'backups/'
const OBJECTS = 'objects/'
const NAME = /^backups\/(\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z)-([0-9a-f]{64})\.json$/

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Where the bytes with a digest lie: the same bytes are kept once, however many backups have them. */
export function objectName(sha256: string): string {
  return `${OBJECTS}${sha256.slice(0, 2)}/${sha256}`
}

/** Digests of all bytes that are kept, as their names tell. */
export async function keptDigests(target: BackupTarget): Promise<string[]> {
  const names = await target.list(OBJECTS)
  return names.map((name) => name.slice(name.lastIndexOf('/') + 1))
}

/** The bytes with a digest; `undefined` when they are missing, or others lie there. */
export async function readObject(
  target: BackupTarget,
  sha256: string,
): Promise<Buffer | undefined> {
  const bytes = await target.read(objectName(sha256))
  return bytes && sha256Of(bytes) === sha256 ? bytes : undefined
}

/** Names of all backups, oldest first. */
export async function manifestNames(target: BackupTarget): Promise<string[]> {
  return (await target.list(MANIFESTS)).filter((name) => NAME.test(name)).sort()
}

/** The newest backup that began at an instant or before; the newest of all when there is no instant. */
export function newestOf(names: readonly string[], instant?: Date): string | undefined {
  const last = instant && `${MANIFESTS}${compact(instant)}~`
  return names.findLast((name) => last === undefined || name < last)
}

/** When a backup began, as its name tells. */
export function instantOf(name: string): string {
  const [, at = ''] = NAME.exec(name) ?? []
  return at.replace(/T(\d\d)(\d\d)/, 'T$1:$2:')
}

/**
 * Writes a manifest, and reads it again.
 *
 * @throws BackupRefused when something else is read
 */
export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(manifest))
  const name = `${MANIFESTS}${compact(new Date(manifest.at))}-${sha256Of(bytes)}.json`
  await target.write(name, bytes)
  await readManifest(target, name)
  return name
}

/** @throws BackupRefused when it is not what was written */
export async function readManifest(target: BackupTarget, name: string): Promise<Manifest> {
  const bytes = await target.read(name)
  const [, , sha256] = NAME.exec(name) ?? []
  if (!bytes || sha256Of(bytes) !== sha256) {
    throw new BackupRefused(
      `The backup of ${instantOf(name)} is damaged: its manifest does not match its hash`,
    )
  }
  return Manifest.parse(JSON.parse(bytes.toString()))
}

function compact(instant: Date): string {
  return instant.toISOString().replaceAll(':', '')
}
