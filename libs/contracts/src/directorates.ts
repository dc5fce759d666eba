import { recordsOf } from './json.ts'

/** A directorate of the organisation. */
export interface Directorate {
  readonly id: number | string
  readonly name: string
}

/** A position of a timeline; without a directorate it belongs to the default one. */
interface Owned {
  readonly directorate?: unknown
}

/** The directorates of `main/directorates.json`. */
export interface Directorates {
  /** The default directorate. */
  readonly main: Directorate
  /** The directorates that lists show, in stored order. */
  readonly enabled: readonly Directorate[]
  /** A directorate by its id or its name, in any case. */
  readonly find: (idOrName: unknown) => Directorate | undefined
  /** The directorate that a position of a timeline belongs to; undefined when it names an unknown one. */
  readonly ownerOf: (position: Owned) => Directorate | undefined
}

/** Maximum length of an id, and of a name as it is shown. */
const MAX_LENGTH = 200

/**
 * Reads the directorates; elements without an id are omitted. The default one is the first with
 * `default: true`, otherwise that with the id 0. Without any directorate it owns all positions.
 */
export function directoratesFrom(document: readonly unknown[]): Directorates {
  const all = recordsOf(document).flatMap(({ id, name, default: isMain, enabled }) => {
    const key = keyOf(id)
    if (key === '' || key.length > MAX_LENGTH) return []
    const shown = (textOf(name) || String(id)).slice(0, MAX_LENGTH)
    const directorate = { id: id as number | string, name: shown }
    return [{ directorate, key, isMain: isMain === true, isEnabled: enabled !== false }]
  })
  const { directorate: main } = all.find(({ isMain }) => isMain) ??
    all.find(({ key }) => key === '0') ?? { directorate: { id: 0, name: 'Default' } }
  const known = [main, ...all.map(({ directorate }) => directorate)].toReversed()
  // Ids precede names, the default one others, and earlier elements later ones.
  const byKey = new Map([
    ...known.map((directorate) => [keyOf(directorate.name), directorate] as const),
    ...known.map((directorate) => [keyOf(directorate.id), directorate] as const),
  ])
  const find = (idOrName: unknown) => byKey.get(keyOf(idOrName))
  return {
    main,
    enabled: all.filter(({ isEnabled }) => isEnabled).map(({ directorate }) => directorate),
    find,
    ownerOf: ({ directorate }) =>
      all.length === 0 || keyOf(directorate) === '' ? main : find(directorate),
  }
}

/** Which positions of a timeline count. */
interface Counting<P> {
  /** Last instant of the reference day, in milliseconds since the epoch: later positions are plans. */
  readonly until: number
  /** The instant of a position; undefined without a readable date, so that it always counts. */
  readonly at: (position: P) => number | undefined
}

/**
 * The positions of a timeline that apply to a directorate until a day, in stored order; the last is the present one.
 * Before its first own position those of the default directorate apply, until that day.
 */
export function positionsOf<P extends Owned>(
  timeline: readonly P[],
  directorate: Directorate,
  { main, ownerOf }: Pick<Directorates, 'main' | 'ownerOf'>,
  { until, at }: Counting<P>,
): P[] {
  const ownedBy = (owner: Directorate, end: number) =>
    inForce(
      timeline.filter((position) => ownerOf(position) === owner),
      { until: end, at },
    )
  const own = ownedBy(directorate, until)
  if (directorate === main) return own
  const [first] = own
  if (!first) return ownedBy(main, until)
  const start = at(first)
  return start === undefined ? own : [...ownedBy(main, endOfDay(start)), ...own]
}

/** Id of the ring of an entry for the default directorate on the day of an instant. */
export function presentRing(
  { timeline }: { timeline: readonly (Owned & { at: number | undefined; ringId: string })[] },
  directorates: Directorates,
  now: number,
): string | undefined {
  const counting = {
    until: endOfDay(now),
    at: (position: { at: number | undefined }) => position.at,
  }
  return positionsOf(timeline, directorates.main, directorates, counting).at(-1)?.ringId
}

/** The positions of a timeline that will apply to a directorate after a day, in stored order. */
export function plansOf<P extends Owned>(
  timeline: readonly P[],
  directorate: Directorate,
  directorates: Pick<Directorates, 'main' | 'ownerOf'>,
  { until, at }: Counting<P>,
): P[] {
  if (!timeline.some((position) => (at(position) ?? -Infinity) > until)) return []
  const present = positionsOf(timeline, directorate, directorates, { until, at }).at(-1)
  const all = positionsOf(timeline, directorate, directorates, { until: Infinity, at })
  return present === undefined ? all : all.slice(all.lastIndexOf(present) + 1)
}

/** The positions until an instant, without those that a later element of an earlier day overtakes. */
function inForce<P>(positions: readonly P[], { until, at }: Counting<P>): P[] {
  let earliest = Infinity
  return positions
    .toReversed()
    .filter((position) => {
      const instant = at(position)
      if (instant === undefined) return true
      if (instant > until || endOfDay(instant) > earliest) return false
      earliest = endOfDay(instant)
      return true
    })
    .toReversed()
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** The last millisecond of the day (UTC) of an instant. */
export function endOfDay(instant: number): number {
  return (Math.floor(instant / DAY_MS) + 1) * DAY_MS - 1
}

function keyOf(idOrName: unknown): string {
  return typeof idOrName === 'number' ? String(idOrName) : textOf(idOrName).toLowerCase()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
