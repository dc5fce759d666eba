import { DomainError } from '@landscape/contracts/errors/domain-error'
import { assertLegal, unknownValue } from '../timeline/legal-value.ts'
import { programmesOf, projectIndexOf, stagesOf } from '../join/project-index.ts'
import type { LandscapeView } from '../join/read-landscape.ts'

/** Names of up to three technologies or projects that resemble a name, the most similar first. */
export type SimilarNames = (
  view: Pick<LandscapeView, 'joined'>,
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
  view: LandscapeView,
  { ring, quadrant, programme, stage, project, dependency, technology }: LegalFilter,
  similarNames: SimilarNames,
): Promise<void> {
  const { rings, quadrants, projects, find } = view.landscape
  const ids = rings.map(({ id }) => id)
  assertLegal('ring', ring, ids)
  const names = quadrants.flatMap(({ id, name }) => (id === name ? [id] : [id, name]))
  assertLegal('quadrant', quadrant, names)
  assertLegal('programme', programme, programmesOf(view.landscape))
  if (stage !== undefined) assertLegal('stage', stage, stagesOf(view.landscape))
  const findProject = (wanted: string) => projectIndexOf(projects).find(wanted)
  for (const [part, wanted, kind, known] of [
    ['project', project, 'project', findProject],
    ['dependency', dependency, 'project', findProject],
    ['technology', technology, 'technology', find],
  ] as const) {
    if (wanted === undefined || known(wanted)) continue
    const near = await similarNames(view, wanted, kind)
    throw unknownValue(
      part,
      near.length === 0 ? 'no name is similar' : `similar are ${near.join(', ')}`,
    )
  }
}
