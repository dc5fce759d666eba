import { DomainError } from '@landscape/contracts/errors/domain-error'
import { programmesOf, projectIndexOf, stagesOf } from '../join/project-index.ts'
import type { SeenLandscape } from '../join/read-landscape.ts'

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

/** Names of up to three technologies or projects that resemble a name, the most similar first. */
export type SimilarNames = (
  seen: Pick<SeenLandscape, 'joined'>,
  name: string,
  kind: 'technology' | 'project',
) => Promise<readonly string[]>

/** The error of an unknown technology or project, which names similar ones. */
export function notFound(
  kind: 'technology' | 'project',
  similar: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): DomainError {
  const nearest = similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`
  return new DomainError('not-found', `No ${kind} has this name${nearest}`, {
    extensions: { similar: [...similar], ...more },
  })
}

/** The filters whose values are names of the landscape. */
type LegalFilter = Partial<
  Record<
    'ring' | 'quadrant' | 'programme' | 'stage' | 'project' | 'dependency' | 'technology',
    string | undefined
  >
>

/**
 * Checks the filters whose values are names of the landscape.
 *
 * @throws DomainError `invalid-input` with the legal values, or with similar names
 */
export async function assertLegalFilter(
  seen: SeenLandscape,
  { ring, quadrant, programme, stage, project, dependency, technology }: LegalFilter,
  similarNames: SimilarNames,
): Promise<void> {
  const { rings, quadrants, projects, find } = seen.landscape
  const ids = rings.map(({ id }) => id)
  assertLegal('ring', ring, ids)
  const names = quadrants.flatMap(({ id, name }) => (id === name ? [id] : [id, name]))
  assertLegal('quadrant', quadrant, names)
  assertLegal('programme', programme, programmesOf(seen.landscape))
  assertLegal('stage', stage, stagesOf(seen.landscape))
  const findProject = projectIndexOf(projects).find
  for (const [part, wanted, kind, known] of [
    ['project', project, 'project', findProject],
    ['dependency', dependency, 'project', findProject],
    ['technology', technology, 'technology', find],
  ] as const) {
    if (wanted === undefined || known(wanted)) continue
    const near = await similarNames(seen, wanted, kind)
    throw unknown(part, near.length === 0 ? 'no name is similar' : `similar are ${near.join(', ')}`)
  }
}
