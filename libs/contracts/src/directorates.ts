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
export function readDirectorates(document: readonly unknown[]): Directorates {
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
    ...known.map((one) => [keyOf(one.name), one] as const),
    ...known.map((one) => [keyOf(one.id), one] as const),
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

/**
 * The positions of a timeline that count for a directorate, in stored order; the last is the present one. A
 * directorate without own positions has those of the default one.
 */
export function positionsOf<P extends Owned>(
  timeline: readonly P[],
  directorate: Directorate,
  { main, ownerOf }: Pick<Directorates, 'main' | 'ownerOf'>,
): P[] {
  const ownedBy = (owner: Directorate) => timeline.filter((one) => ownerOf(one) === owner)
  const own = ownedBy(directorate)
  return own.length > 0 ? own : ownedBy(main)
}

function keyOf(idOrName: unknown): string {
  return typeof idOrName === 'number' ? String(idOrName) : textOf(idOrName).toLowerCase()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
