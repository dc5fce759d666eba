import { createHash } from 'node:crypto'
import { BUCKETS } from '@landscape/store/objects/port'
import { z } from 'zod'
import type { BackupTarget } from './target.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** One copied object. */
const CopiedObject = z.object({
  bucket: z.enum(BUCKETS),
  key: z.string().min(1).max(1024),
  /** ETag in the source store. */
  etag: z.string(),
  sha256: Sha256,
  bytes: z.int().min(0),
  meta: z.record(z.string(), z.string()),
})
export type CopiedObject = z.infer<typeof CopiedObject>

/** Contents of one backup. It is written last: a backup without a manifest does not exist. */
const Manifest = z.object({
  format: z.literal(1),
  /** Start of the backup, which contains all changes acknowledged before. */
  at: z.iso.datetime(),
  objects: z.array(CopiedObject),
})
type Manifest = z.infer<typeof Manifest>

/** A backup cannot be made or used; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const MANIFESTS = 'backups/'
const OBJECTS = 'objects/'
const NAME = /^backups\/(\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z)-([0-9a-f]{64})\.json$/

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Name of the file with these bytes, which all backups share. */
export function objectName(sha256: string): string {
  return `${OBJECTS}${sha256.slice(0, 2)}/${sha256}`
}

/** Digests of all objects in the target, from their names. */
export async function keptDigests(target: BackupTarget): Promise<string[]> {
  const names = await target.list(OBJECTS)
  return names.map((name) => name.slice(name.lastIndexOf('/') + 1))
}

/** The bytes with a digest; `undefined` when they are missing or damaged. */
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

/** The newest backup that started no later than an instant; without an instant the newest of all. */
export function newestOf(names: readonly string[], instant?: Date): string | undefined {
  const last = instant && `${MANIFESTS}${compact(instant)}~`
  return names.findLast((name) => last === undefined || name < last)
}

/** Start of a backup, from its name. */
export function instantOf(name: string): string {
  const [, at = ''] = NAME.exec(name) ?? []
  return at.replace(/T(\d\d)(\d\d)/, 'T$1:$2:')
}

/**
 * Writes a manifest and reads it again.
 *
 * @throws BackupError when the manifest read is not the one written
 */
export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(manifest))
  const name = `${MANIFESTS}${compact(new Date(manifest.at))}-${sha256Of(bytes)}.json`
  await target.write(name, bytes)
  await readManifest(target, name)
  return name
}

/** @throws BackupError when the manifest is missing or does not match its hash */
export async function readManifest(target: BackupTarget, name: string): Promise<Manifest> {
  const bytes = await target.read(name)
  const [, , sha256] = NAME.exec(name) ?? []
  if (!bytes || sha256Of(bytes) !== sha256) {
    throw new BackupError(
      `The backup of ${instantOf(name)} is damaged: its manifest does not match its hash`,
    )
  }
  return Manifest.parse(JSON.parse(bytes.toString()))
}

function compact(instant: Date): string {
  return instant.toISOString().replaceAll(':', '')
}
