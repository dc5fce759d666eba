import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Element } from '@landscape/contracts/json'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { StoredProject } from '@landscape/contracts/projects'
import { indicesByPerson, projectsAt } from './find-projects.ts'
import type { Caller } from './ownership.ts'
import type { Projects } from './project.ts'

/** Numbers of records, and bytes of their JSON. */
interface Bounds {
  records: number
  bytes: number
}

export interface RegistryLimits {
  recordBytes: number
  registry: Bounds
  /** Maximum of one owner, when the owner or a contact writes. */
  owner: Bounds
  /** Maximum of one owner, when an administrator writes. */
  ownerByAdmin: Bounds
}

const MB = 1024 * 1024

export const LIMITS: RegistryLimits = {
  recordBytes: 256 * 1024,
  registry: { records: 20_000, bytes: 50 * MB },
  owner: { records: 200, bytes: 2 * MB },
  ownerByAdmin: { records: 5_000, bytes: 12 * MB },
}

/** A record after an edit, and before it unless the edit adds it. */
interface Growth {
  /** All records after the edit. */
  projects: Projects
  record: StoredProject
  previous?: StoredProject
}

/**
 * Enforces the limits of a record, its owner and the registry. A record beyond its limits can be edited as
 * long as it does not grow. Records without an owner, which other programs wrote, have no quota.
 *
 * @throws DomainError `payload-too-large` for the record, `quota-exceeded` for its owner, and
 *   `insufficient-storage` when the registry is full
 */
export function assertFits(
  growth: Growth,
  { isAdmin }: Pick<Caller, 'isAdmin'>,
  limits: RegistryLimits = LIMITS,
): void {
  const { projects, record, previous } = growth
  const { owner } = record
  const isNewToOwner = previous?.owner !== owner || !previous
  if (!isNewToOwner && bytesOf(record) <= bytesOf(previous)) return

  if (bytesOf(record) > limits.recordBytes) {
    const maximum = `${Math.floor(limits.recordBytes / 1024)} KB`
    throw new DomainError('payload-too-large', `Project too large: at most ${maximum}`, {
      faults: [{ path: [], detail: `exceeds ${maximum} in its stored form` }],
    })
  }
  const quota = isAdmin ? limits.ownerByAdmin : limits.owner
  if (owner !== undefined && exceeds(ownedBy(owner, projects), quota, isNewToOwner)) {
    throw new DomainError('quota-exceeded', quotaMessage(quota))
  }
  if (exceeds(projects, limits.registry, !previous)) {
    throw new DomainError('insufficient-storage', 'The registry is full')
  }
}

function ownedBy(owner: string, projects: Projects): StoredProject[] {
  const known = projectsAt(projects, indicesByPerson(projects, owner))
  return known.filter((project) => project.owner === owner)
}

function exceeds(
  projects: readonly Pick<Element<StoredProject>, 'raw'>[],
  { records, bytes }: Bounds,
  isNew: boolean,
): boolean {
  if (isNew && projects.length > records) return true
  return projects.reduce((sum, project) => sum + bytesOf(project), 0) > bytes
}

function quotaMessage({ records, bytes }: Bounds): string {
  const size = `${Math.floor(bytes / MB)} MB`
  return `Quota exceeded: one owner may have at most ${records} projects, ${size} in all`
}

/** Cached, since typed elements are immutable and an edit replaces one. */
const bytesOf = oncePerObject(({ raw }: Pick<Element<StoredProject>, 'raw'>) =>
  Buffer.byteLength(JSON.stringify(raw)),
)
