import { DomainError } from '@landscape/errors'
import type { Edit } from './edit.ts'

/** Bounds of the registry; sizes are bytes of JSON. */
export interface RegistryLimits {
  recordBytes: number
  records: number
  totalBytes: number
}

/** A real registry has about a thousand records of 2 KB. */
export const LIMITS: RegistryLimits = {
  recordBytes: 256 * 1024,
  records: 20_000,
  totalBytes: 50 * 1024 * 1024,
}

/** Stored values are frozen, and an edit keeps all but one: hardly any is ever measured twice. */
const measured = new WeakMap<object, number>()

/**
 * Bounds what callers can make every process hold. A registry that is past its bounds already may
 * still be edited as long as it does not grow.
 *
 * @throws DomainError `payload-too-large` for the record, `conflict` when the registry is full
 */
export function assertFits(
  before: readonly unknown[],
  { projects, record }: Edit,
  { recordBytes, records, totalBytes }: RegistryLimits = LIMITS,
): void {
  if (bytesOf(record) > recordBytes) {
    const limit = `${Math.floor(recordBytes / 1024)} KB`
    throw new DomainError('payload-too-large', `Project too large: at most ${limit}`)
  }
  const isFull =
    (projects.length > records && projects.length > before.length) ||
    (totalOf(projects) > totalBytes && totalOf(projects) > totalOf(before))
  if (isFull) throw new DomainError('conflict', 'The registry is full')
}

function totalOf(projects: readonly unknown[]): number {
  return projects.reduce((total: number, project) => total + bytesOf(project), 0)
}

function bytesOf(project: unknown): number {
  if (typeof project !== 'object' || project === null) return sizeOf(project)
  const known = measured.get(project)
  if (known !== undefined) return known
  const bytes = sizeOf(project)
  measured.set(project, bytes)
  return bytes
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
