import { NOW } from '../../services/data/test/data-service.ts'
import { at, dayOf, instantOf, list, string, type Stored } from './json.ts'

/** A directorate that a reader may choose. */
export interface Directorate {
  id: unknown
  name: unknown
}

/** The default directorate: the first that is marked, otherwise the one with the id 0. */
export function defaultDirectorate({ directorates }: Stored): Directorate {
  const all = list(directorates) as Directorate[]
  return (
    all.find((one) => at(one, 'default') === true) ??
    all.find(({ id }) => id === 0) ?? { id: 0, name: undefined }
  )
}

export function enabledDirectorates({ directorates }: Stored): Directorate[] {
  return (list(directorates) as Directorate[]).filter((one) => at(one, 'enabled') === true)
}

/** The positions that a directorate decided; those without a directorate are the default one's. */
function ownPositions(stored: Stored, entry: unknown, { id, name }: Directorate): unknown[] {
  const positions = list(at(entry, 'timeline'))
  if (list(stored.directorates).length === 0) return positions
  const names = new Set([id, name, ...(id === defaultDirectorate(stored).id ? [undefined] : [])])
  return positions.filter((one) => names.has(at(one, 'directorate')))
}

const dayIn = ({ today = dayOf(NOW) }: Stored) => today
const dayOfPosition = (position: unknown) => dayOf(instantOf(at(position, 'date')))

/** The positions of a day that no element behind them with an earlier day makes void. */
function positionsOfDay(positions: readonly unknown[], day: string): unknown[] {
  return positions.filter(
    (position, i) =>
      dayOfPosition(position) === day &&
      positions.slice(i + 1).every((later) => dayOfPosition(later) >= day),
  )
}

/** The positions that applied to a directorate, one day after the other: its own from the first on. */
function positionsOf(stored: Stored, entry: unknown, directorate: Directorate): unknown[] {
  const standard = ownPositions(stored, entry, defaultDirectorate(stored))
  const own = ownPositions(stored, entry, directorate)
  const isDefault = defaultDirectorate(stored).id === directorate.id
  const days = [...new Set([...standard, ...own].map(dayOfPosition))].toSorted()
  const first = own.map(dayOfPosition).toSorted()[0] ?? dayIn(stored)
  return days.flatMap((day) => {
    if (day > dayIn(stored)) return []
    const standardNow = day <= first || isDefault ? positionsOfDay(standard, day) : []
    return [...standardNow, ...(isDefault ? [] : positionsOfDay(own, day))]
  })
}

/** Whether a position of a directorate, or of the default one, is later than the day. */
function isPlanned(stored: Stored, entry: unknown, directorate: Directorate): boolean {
  return [directorate, defaultDirectorate(stored)]
    .flatMap((one) => ownPositions(stored, entry, one))
    .some((position) => dayOfPosition(position) > dayIn(stored))
}

/** The ring of an entry for a directorate that has a position of its own. */
export function ownRing(stored: Stored, id: string, directorate: Directorate) {
  const entry = list(at(stored.radar, 'entries')).find((one) => at(one, 'id') === id)
  const own = ownPositions(stored, entry, directorate)
  if (!own.some((position) => dayOfPosition(position) <= dayIn(stored))) return undefined
  return standings(stored, directorate).find((one) => one.id === id)
}

const ROLE_OF_NAME: Readonly<Record<string, string>> = {
  adopt: 'adopt',
  trial: 'trial',
  assess: 'assess',
  hold: 'hold',
  caution: 'hold',
  stop: 'hold',
  avoid: 'hold',
  retire: 'hold',
  deprecated: 'hold',
}

/** The advice of each ring of the radar by its id; `hold` advises against its entries. */
export function rolesIn({ radar }: Stored): Map<string, string | undefined> {
  const roles = list(at(radar, 'rings')).map((ring) => {
    const role = string(at(ring, 'role'))
    const known = role in ROLE_OF_NAME && ROLE_OF_NAME[role] === role ? role : undefined
    const names = [string(at(ring, 'name')), string(at(ring, 'id'))].map((one) => one.toLowerCase())
    return {
      id: string(at(ring, 'id')),
      role: known ?? ROLE_OF_NAME[names[0]!] ?? ROLE_OF_NAME[names[1]!],
    }
  })
  const own = roles.filter(({ id }) => id !== 'review' && id !== 'ignore')
  const known = own.flatMap(({ role }) => role ?? [])
  const isRising = known.some(
    (role, i) => role === 'adopt' && known[i - 1] !== undefined && known[i - 1] !== 'adopt',
  )
  const last = own.at(-1)
  if (own.length >= 3 && !known.includes('hold') && !isRising && last) last.role ??= 'hold'
  return new Map([...own.map(({ id, role }) => [id, role] as const), ['ignore', 'hold']])
}

/** An entry of the radar as a directorate sees it. */
export interface Standing {
  id: string
  title: string
  quadrant: string
  ring: string | undefined
  /** Advice of its ring. */
  role: string | undefined
  /** First day in this ring without a break. */
  since: string | undefined
  /** Whether its positions are later than the day. */
  isPlanned: boolean
  /** Milliseconds of the newest position; undefined without a date. */
  last: number | undefined
  /** Changes of the ring, newest first: `from > to on day`. */
  moves: string[]
  /** The same after the day, the next first. */
  plans: string[]
}

const LAST_DAY = '9999-12-31'

/** The positions in another ring than the one before. */
function changesIn(positions: readonly unknown[]) {
  const rings = positions.map((one) => string(at(one, 'ringId')))
  return rings.flatMap((ring, i) => {
    const day = dayOfPosition(positions[i])
    const line = `${rings[i - 1] ?? 'new'} > ${ring} on ${day}`
    return ring === rings[i - 1] ? [] : [{ i, day, line }]
  })
}

/** All entries of the radar. */
export function standings(stored: Stored, directorate: Directorate): Standing[] {
  const roles = rolesIn(stored)
  return list(at(stored.radar, 'entries')).map((entry) => {
    const positions = positionsOf(stored, entry, directorate)
    const rings = positions.map((one) => string(at(one, 'ringId')))
    const instants = positions.map((one) => instantOf(at(one, 'date')))
    const moved = changesIn(positions).map(({ i }) => i)
    const all = positionsOf({ ...stored, today: LAST_DAY }, entry, directorate)
    const planned = changesIn(all).filter(({ day }) => day > dayIn(stored))
    const lines = new Map(changesIn(positions).map(({ i, line }) => [i, line]))
    const quadrants = list(at(stored.radar, 'quadrants'))
    const quadrant = quadrants.find((one) => at(one, 'id') === at(entry, 'quadrant'))
    return {
      id: string(at(entry, 'id')),
      title: string(at(entry, 'title')),
      quadrant: string(at(quadrant, 'name')),
      ring: rings.at(-1),
      role: roles.get(rings.at(-1) ?? ''),
      since: moved.length === 0 ? undefined : dayOf(instants[moved.at(-1)!]!),
      isPlanned: positions.length === 0 && isPlanned(stored, entry, directorate),
      last: instants.length === 0 ? undefined : Math.max(...instants),
      moves: moved
        .toSorted((a, b) => instants[b]! - instants[a]! || b - a)
        .map((i) => lines.get(i)!),
      plans: planned.map(({ line }) => line),
    }
  })
}
