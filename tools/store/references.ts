import { comparableName } from '@landscape/contracts/admit'
import { directoratesFrom } from '@landscape/contracts/directorates'
import {
  asRecord,
  elementsOf,
  isRecord,
  recordsOf,
  type JsonRecord,
} from '@landscape/contracts/json'
import { ROLES, rolesOf, storedRole } from '@landscape/contracts/ring-roles'
import { holdersOf, projectOf } from '@landscape/contracts/projects'
import { nameClashes } from '@landscape/admin-review/names/technology-names'
import { KEPT, type Finding, type JsonPath } from './finding.ts'

/** A finding that an operator can repair, for example a dangling reference. */
export interface RepairableFinding extends Finding {
  /** An instruction for the operator. */
  repair: string
}

const DANGLING = {
  what: 'is not the id of an entry',
  outcome: `${KEPT}; pages recommend nothing instead`,
  repair: 'name another entry in useInstead, or remove it',
}

/** Entries in unknown quadrants or with an unknown replacement, and positions in unknown rings. */
export function unknownRadarParts({ quadrants, rings, entries }: JsonRecord): RepairableFinding[] {
  const known = { quadrants: idsOf(quadrants), rings: [...idsOf(rings), 'review', 'ignore'] }
  const unknown = (path: JsonPath, part: string): RepairableFinding => ({
    path,
    what: `is not a ${part} of this radar`,
    outcome: `${KEPT}; clients may not show the entry`,
    repair: `add the ${part} to the radar, or change the entry`,
  })
  const ids = new Set(idsOf(entries))
  return elementsOf(entries).flatMap((entry, i) => {
    if (!isRecord(entry)) return []
    const { quadrant, timeline, useInstead } = entry
    const isUnknown = typeof quadrant === 'string' && !known.quadrants.includes(quadrant)
    return [
      ...(isUnknown ? [unknown(['entries', i, 'quadrant'], 'quadrant')] : []),
      ...(typeof useInstead !== 'string' || useInstead === '' || ids.has(useInstead)
        ? []
        : [{ path: ['entries', i, 'useInstead'], ...DANGLING }]),
      ...elementsOf(timeline).flatMap((position, at) => {
        const ring = asRecord(position)['ringId']
        if (typeof ring !== 'string' || known.rings.includes(ring)) return []
        return [unknown(['entries', i, 'timeline', at, 'ringId'], 'ring')]
      }),
    ]
  })
}

/** Rings whose role is unknown, or assumed because no ring advises against its entries. */
export function uncertainRoles(radar: JsonRecord): RepairableFinding[] {
  const rings = elementsOf(radar['rings'])
  const { assumed } = rolesOf({ rings: [...rings] })
  const roles = ROLES.join(', ')
  return rings.flatMap((ring, i) => {
    const { id, role } = asRecord(ring)
    const isKnown = storedRole(asRecord(ring)) !== undefined
    return [
      ...(role === undefined || isKnown
        ? []
        : [
            {
              path: ['rings', i, 'role'],
              what: 'is not a role',
              outcome: `${KEPT}; the ring counts by its name`,
              repair: `set it to one of ${roles}, or remove it`,
            },
          ]),
      ...(assumed === undefined || id !== assumed.id
        ? []
        : [
            {
              path: ['rings', i],
              what: 'has no known role',
              outcome: 'assumed to advise against its entries, because no other ring does',
              repair: `set its role to hold, or to another one of ${roles}`,
            },
          ]),
    ]
  })
}

/** Positions of entries that name an unknown directorate, so that they count for none. */
export function unknownDirectorates(entries: unknown, document: unknown): RepairableFinding[] {
  const { ownerOf } = directoratesFrom(elementsOf(document))
  return elementsOf(entries).flatMap((entry, i) =>
    elementsOf(asRecord(entry)['timeline']).flatMap((position, at) =>
      !isRecord(position) || ownerOf(position)
        ? []
        : [
            {
              path: ['entries', i, 'timeline', at, 'directorate'],
              what: 'is not a directorate',
              outcome: `${KEPT}; the position counts for no directorate`,
              repair: 'add it to main/directorates.json, or change the position',
            },
          ],
    ),
  )
}

/** Projects that only administrators can access. */
export function ownerlessProjects(projects: unknown): RepairableFinding[] {
  return elementsOf(projects).flatMap((project, i) => {
    if (!isRecord(project) || typeof project['owner'] === 'string') return []
    const hasContact = recordsOf(project['user']).some(
      ({ email }) => typeof email === 'string' && email.trim() !== '',
    )
    if (hasContact) return []
    const what = 'has no owner and no contact'
    const outcome =
      'only administrators see it; the first administrator who changes it becomes its owner'
    return [{ path: ['projects', i], what, outcome, repair: 'add a contact, or delete it' }]
  })
}

/** Projects with the name of an earlier one of the same person; the path by name finds only one of them. */
export function duplicateNames(projects: unknown): RepairableFinding[] {
  const seen = new Set<string>()
  return elementsOf(projects).flatMap((project, i) => {
    const known = projectOf(project)
    if (known.isOpaque || known.name === '') return []
    const name = comparableName(known.name)
    const keys = holdersOf(known).map((email) => JSON.stringify([email, name]))
    const isTaken = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    if (!isTaken) return []
    const what = 'has the name of an earlier project of the same owner or contact'
    const outcome =
      'kept and listed, but the name finds only one of them; changes of the other are rejected'
    const repair = 'rename or delete one of them'
    return [{ path: ['projects', i], what, outcome, repair }]
  })
}

/** Contacts with an invalid e-mail address; the form stores an empty one for an unused contact. */
export function invalidContacts(projects: unknown): RepairableFinding[] {
  return elementsOf(projects).flatMap((project, i) =>
    elementsOf(asRecord(project)['user']).flatMap((contact, at) => {
      const email = asRecord(contact)['email']
      if (email === undefined || email === '') return []
      if (typeof email === 'string' && /^[^@\s]+@[^@\s]+$/.test(email.trim())) return []
      const path = ['projects', i, 'user', at, 'email']
      return [
        { path, what: 'is not an e-mail address', outcome: KEPT, repair: 'correct the contact' },
      ]
    }),
  )
}

/**
 * Technologies of projects that are missing in the technology list of their kind. Kinds without a list are
 * unrestricted.
 *
 * @param lists the document of the technology lists
 */
export function unlistedTechnologies(projects: unknown, lists: JsonRecord): RepairableFinding[] {
  const known = new Map(
    Object.entries(lists).flatMap(([kind, list]) =>
      Array.isArray(list) ? [[kind, new Set<unknown>(list)] as const] : [],
    ),
  )
  return elementsOf(projects).flatMap((project, i) =>
    SECTIONS.flatMap((section) =>
      Object.entries(asRecord(asRecord(project)[section])).flatMap(([kind, parts]) => {
        const list = known.get(kind)
        if (!list) return []
        return NAMES.flatMap((part) =>
          elementsOf(asRecord(parts)[part]).flatMap((name, at): RepairableFinding[] => {
            if (typeof name !== 'string' || name === '' || list.has(name)) return []
            const path = ['projects', i, section, kind, part, at]
            const repair = 'add it to the list, or rename the technology in all projects'
            return [
              {
                path,
                what: `${shown(name)} is not in the list of its kind`,
                outcome: KEPT,
                repair,
              },
            ]
          }),
        )
      }),
    ),
  )
}

/** Members of a project with technologies by kind. */
const SECTIONS = ['architecture', 'supporting_tools']
/** Members of a kind with the names of technologies. */
const NAMES = ['main', 'others', 'details']
const MAX_NAME = 60

/** Names and aliases of technologies that belong to an earlier technology. */
export function sharedNames(names: unknown): RepairableFinding[] {
  return nameClashes(elementsOf(names)).map(({ path }) => ({
    path,
    what: 'is a name or alias of an earlier technology',
    outcome: 'belongs to the first technology; the next edit of the names is rejected',
    repair: 'remove it from one of them',
  }))
}

function idsOf(parts: unknown): unknown[] {
  return recordsOf(parts).map(({ id }) => id)
}

/** A name of a technology; an e-mail address or long text is not printed. */
function shown(name: string): string {
  return name.includes('@') || name.length > MAX_NAME ? 'a value' : JSON.stringify(name)
}
