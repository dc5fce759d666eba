import {
  asRecord,
  elementsOf,
  holdersOf,
  isRecord,
  projectName,
  recordsOf,
  type JsonRecord,
} from '@landscape/contracts'
import { KEPT, type Oddity, type Place } from './told.ts'

/** A place that names what is not there. */
export interface Dangling extends Oddity {
  /** What to do about it. */
  mend: string
}

/** Entries whose quadrant, and positions whose ring, the radar does not have. */
export function strays({ quadrants, rings, entries }: JsonRecord): Dangling[] {
  const known = { quadrants: idsOf(quadrants), rings: [...idsOf(rings), 'review', 'ignore'] }
  const stray = (path: Place, part: string): Dangling => ({
    path,
    what: `is not a ${part} of this radar`,
    outcome: `${KEPT}; clients may not show the entry`,
    mend: `add the ${part} to the radar, or change the entry`,
  })
  return elementsOf(entries).flatMap((entry, i) => {
    if (!isRecord(entry)) return []
    const { quadrant, timeline } = entry
    const isAway = typeof quadrant === 'string' && !known.quadrants.includes(quadrant)
    return [
      ...(isAway ? [stray(['entries', i, 'quadrant'], 'quadrant')] : []),
      ...elementsOf(timeline).flatMap((position, at) => {
        const ring = asRecord(position)['ringId']
        if (typeof ring !== 'string' || known.rings.includes(ring)) return []
        return [stray(['entries', i, 'timeline', at, 'ringId'], 'ring')]
      }),
    ]
  })
}

/** Records that nobody but an administrator reaches. */
export function ownerless(projects: unknown): Dangling[] {
  return elementsOf(projects).flatMap((project, i) => {
    if (!isRecord(project) || typeof project['owner'] === 'string') return []
    const hasContact = recordsOf(project['user']).some(
      ({ email }) => typeof email === 'string' && email.trim() !== '',
    )
    if (hasContact) return []
    const what = 'has no owner and no contact'
    const outcome =
      'only administrators see it; the first administrator who changes it becomes its owner'
    return [{ path: ['projects', i], what, outcome, mend: 'add a contact, or delete it' }]
  })
}

/** Records with the name of an earlier one that the same person holds: the path of a name leads to one of them. */
export function namesakes(projects: unknown): Dangling[] {
  const seen = new Set<string>()
  return elementsOf(projects).flatMap((project, i) => {
    const name = projectName(project)
    if (name === undefined) return []
    const keys = holdersOf(asRecord(project)).map((email) => JSON.stringify([email, name]))
    const isTaken = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    if (!isTaken) return []
    const what = 'has the name of an earlier project of the same owner or contact'
    const outcome =
      'kept and listed, but the name finds only one of them; changes of the other are rejected'
    const mend = 'rename or delete one of them'
    return [{ path: ['projects', i], what, outcome, mend }]
  })
}

/** Contacts that cannot be written to; one without any address was skipped by whoever filled in the form. */
export function unreachable(projects: unknown): Dangling[] {
  return elementsOf(projects).flatMap((project, i) =>
    elementsOf(asRecord(project)['user']).flatMap((contact, at) => {
      const email = asRecord(contact)['email']
      if (email === undefined || email === '') return []
      if (typeof email === 'string' && /^[^@\s]+@[^@\s]+$/.test(email.trim())) return []
      const path = ['projects', i, 'user', at, 'email']
      return [
        { path, what: 'is not an e-mail address', outcome: KEPT, mend: 'correct the contact' },
      ]
    }),
  )
}

/**
 * Technologies of projects that the technology list of their kind does not have. A kind without a list may
 * have any.
 *
 * @param lists the document of technology lists
 */
export function unlisted(projects: unknown, lists: JsonRecord): Dangling[] {
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
          elementsOf(asRecord(parts)[part]).flatMap((name, at): Dangling[] => {
            if (typeof name !== 'string' || name === '' || list.has(name)) return []
            const path = ['projects', i, section, kind, part, at]
            const mend = 'add it to the list, or rename the technology in all projects'
            return [
              { path, what: `${shown(name)} is not in the list of its kind`, outcome: KEPT, mend },
            ]
          }),
        )
      }),
    ),
  )
}

/** Parts of a project that name technologies by kind, and the members of a kind that hold the names. */
const SECTIONS = ['architecture', 'supporting_tools']
const NAMES = ['main', 'others', 'details']
const MAX_NAME = 60

function idsOf(parts: unknown): unknown[] {
  return recordsOf(parts).map(({ id }) => id)
}

/** A name of a technology; whatever else somebody wrote there is not for a log. */
function shown(name: string): string {
  return name.includes('@') || name.length > MAX_NAME ? 'a value' : JSON.stringify(name)
}
