import { OTHER_RINGS, partOf, type StoredPart } from './entries.ts'
import { type JsonRecord, stringOf, understood } from './json.ts'
import type { RadarDocument } from './landscape.ts'
import { oncePerObject } from './once-per-object.ts'

/** Advice of a ring, from the innermost outwards; `hold` advises against its entries. */
export const ROLES = ['adopt', 'trial', 'assess', 'hold'] as const
export type Role = (typeof ROLES)[number]

/** Names of rings whose role is known, in lower case. */
const KNOWN_NAMES: ReadonlyMap<string, Role> = new Map([
  ...ROLES.map((role) => [role, role] as const),
  ...['caution', 'stop', 'avoid', 'retire', 'deprecated'].map((name) => [name, 'hold'] as const),
])

/** The role of a ring with a well-known name, in any case. */
export function knownRole(name: string): Role | undefined {
  return KNOWN_NAMES.get(name.trim().toLowerCase())
}

/** The stored `role` of a ring, in any case; undefined when it is absent or unknown. */
export function storedRole(ring: JsonRecord): Role | undefined {
  const stored = stringOf(ring['role']).trim().toLowerCase()
  return ROLES.find((role) => role === stored)
}

/** Whether entries of a ring with this role are recommended for use. */
export function isRecommended(role: Role | undefined): boolean {
  return role === 'adopt' || role === 'trial'
}

/** The roles of the rings of a radar; ids are compared in lower case. */
export interface RingRoles {
  readonly roleOf: (ringId: string | undefined) => Role | undefined
  readonly isAdvisedAgainst: (ringId: string | undefined) => boolean
  readonly nameOf: (ringId: string) => string
  /** The rings of the radar, then those that every radar has. */
  readonly rings: readonly Pick<StoredPart, 'id' | 'name'>[]
  /** The last ring, when it advises against its entries only because no other ring does. */
  readonly assumed: Pick<StoredPart, 'id' | 'name'> | undefined
}

/** The roles of a radar: stored, else known by name or id, else assumed for the last ring. */
export const rolesOf = oncePerObject(({ rings }: Pick<RadarDocument, 'rings'>): RingRoles => {
  const stored = understood(rings.map(partOf))
  const roles = new Map(
    stored.map((ring) => [
      ring.id.toLowerCase(),
      storedRole(ring.raw) ?? knownRole(ring.name) ?? knownRole(ring.id),
    ]),
  )
  const others = OTHER_RINGS.filter((id) => !roles.has(id))
  const all = [
    ...stored.map(({ id, name }) => ({ id, name })),
    ...others.map((id) => ({ id, name: id.toUpperCase() })),
  ]
  const names = new Map(all.map(({ id, name }) => [id.toLowerCase(), name]))
  for (const id of OTHER_RINGS) roles.delete(id)
  const assumed = assumedHold(
    stored.filter(({ id }) => !isOther(id)),
    roles,
  )
  if (assumed) roles.set(assumed.id.toLowerCase(), 'hold')
  const roleOf = (ringId = '') => {
    const id = ringId.toLowerCase()
    return roles.has(id) ? roles.get(id) : knownRole(id)
  }
  return {
    roleOf,
    isAdvisedAgainst: (ringId) => ringId?.toLowerCase() === 'ignore' || roleOf(ringId) === 'hold',
    nameOf: (ringId) => names.get(ringId.toLowerCase()) ?? ringId,
    rings: all,
    assumed,
  }
})

const MIN_RINGS = 3

/**
 * The last of at least three rings, unless one has the role `hold`, its own role is known, or *adopt* is not the
 * innermost of the known ones: such a radar lists its rings in another order.
 */
function assumedHold(
  rings: readonly StoredPart[],
  roles: ReadonlyMap<string, Role | undefined>,
): StoredPart | undefined {
  const known = rings.flatMap(({ id }) => roles.get(id.toLowerCase()) ?? [])
  const last = rings.at(-1)
  const other = known.findIndex((role) => role !== 'adopt')
  const isInOrder = other < 0 || known.lastIndexOf('adopt') < other
  if (!last || rings.length < MIN_RINGS || known.includes('hold') || !isInOrder) return undefined
  return roles.get(last.id.toLowerCase()) === undefined ? last : undefined
}

function isOther(id: string): boolean {
  return OTHER_RINGS.some((other) => other === id.toLowerCase())
}
