import { DomainError } from '@landscape/contracts/errors/domain-error'
import { admitLine } from '@landscape/contracts/admit'
import type { Landscape } from '../join/landscape.ts'
import { projectIndexOf } from '../join/project-index.ts'

/** Maximum number of values in an error. */
const MAX_NAMED = 20

/**
 * Checks that a filter has a value of the landscape, in any case.
 *
 * @param part name of the parameter
 * @throws DomainError `invalid-input` that lists legal values
 */
export function assertLegal(
  part: string,
  wanted: string | undefined,
  legal: readonly string[],
): void {
  const lower = wanted?.toLowerCase()
  if (lower === undefined || legal.some((value) => value.toLowerCase() === lower)) return
  const others = legal.length - MAX_NAMED
  const listed = legal.slice(0, MAX_NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '')
  throw unknown(part, legal.length === 0 ? `there are no ${part}s` : `${part}s are ${listed}`)
}

function unknown(part: string, known: string): DomainError {
  return new DomainError('invalid-input', `Unknown ${part}: ${known}`, {
    faults: [{ path: [part], detail: `is not a known ${part}; ${known}` }],
  })
}

/**
 * Checks that a filter names a technology or a project.
 *
 * @throws DomainError `invalid-input` with similar names
 */
function* assertFound(
  part: string,
  wanted: string | undefined,
  find: (wanted: string) => object | undefined,
  named: readonly { name: string }[],
): Generator<void, void> {
  if (wanted === undefined || find(wanted)) return
  const near = yield* nearest(wanted, named)
  throw unknown(part, near.length === 0 ? 'no name is similar' : `similar are ${near.join(', ')}`)
}

const MAX_NEAR = 3
/** Two names are similar when they share this part of their pairs of letters. */
const MIN_SHARED = 0.3

/** The most similar names, by their shared pairs of letters (Dice). */
function* nearest(wanted: string, named: readonly { name: string }[]): Generator<void, string[]> {
  const own = pairsOf(wanted)
  const shared = (name: string) => {
    const pairs = pairsOf(name)
    return (2 * own.intersection(pairs).size) / (own.size + pairs.size || 1)
  }
  const similar: { name: string; share: number }[] = []
  for (const { name } of named) {
    yield
    const share = shared(name)
    if (share >= MIN_SHARED) similar.push({ name, share })
  }
  return similar
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MAX_NEAR)
    .map(({ name }) => name)
}

function pairsOf(name: string): Set<string> {
  const letters = admitLine(name).toLowerCase()
  return new Set(Array.from(letters, (_, i) => letters.slice(i, i + 2)))
}

/**
 * Checks the filters whose values are names of the landscape. A generator, so that `inSlices` can serve requests while
 * an unknown name is compared with all.
 *
 * @throws DomainError `invalid-input` for an unknown one
 */
export function* assertLegalFilter(
  landscape: Landscape,
  filter: Partial<Record<'ring' | 'quadrant' | 'programme', string | undefined>> & NamedFilter,
): Generator<void, void> {
  const { rings, quadrants, programmes } = landscape
  const { ring, quadrant, programme } = filter
  const ids = rings.map(({ id }) => id)
  assertLegal('ring', ring, ids)
  const names = quadrants.flatMap(({ id, name }) => (id === name ? [id] : [id, name]))
  assertLegal('quadrant', quadrant, names)
  assertLegal('programme', programme, programmes)
  yield* assertNamed(landscape, filter)
}

type NamedFilter = Partial<Record<'project' | 'dependency' | 'technology', string | undefined>>

/** Checks the filters that name one project or technology. */
export function* assertNamed(
  { projects, technologies, find }: Landscape,
  { project, dependency, technology }: NamedFilter,
): Generator<void, void> {
  const { find: findProject } = projectIndexOf(projects)
  yield* assertFound('project', project, findProject, projects)
  yield* assertFound('dependency', dependency, findProject, projects)
  yield* assertFound('technology', technology, find, technologies)
}
