import type { Logger } from '@landscape/contracts/logger'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { Landscape, LeftOut, Project } from './landscape.ts'

/** Maximum number of projects that a log line names. */
const MAX_PROJECTS = 5
const SOURCES = {
  entries: 'entry',
  listItems: 'list-item',
  languages: 'language',
  projectNames: 'project-name',
} as const satisfies Record<keyof LeftOut, string>

/** Creates the function that reports the names of each joined landscape that do not take part. */
export function createLeftOutReport({
  logger,
  metrics,
}: {
  logger: Logger
  metrics?: Metrics | undefined
}): (landscape: Landscape) => void {
  let last: LeftOut | undefined
  for (const source of Object.keys(SOURCES) as (keyof LeftOut)[])
    metrics?.reading({
      name: 'landscape_names_left_out',
      help: 'Names that exceed a bound and are not part of the landscape, by source',
      labels: { source: SOURCES[source] },
      read: () => last?.[source],
    })
  return ({ leftOut, projects }) => {
    const isKnown = JSON.stringify(leftOut) === JSON.stringify(last)
    last = leftOut
    if (isKnown || Object.values(leftOut).every((count) => count === 0)) return
    logger.warn(
      { leftOut, projects: mostLeftOut(projects) },
      'names were left out: a limit was exceeded',
    )
  }
}

/** The projects with most names that do not take part. */
function mostLeftOut(projects: readonly Project[]): { project: string; names: number }[] {
  return projects
    .filter(({ leftOut }) => leftOut.names > 0)
    .toSorted((a, b) => b.leftOut.names - a.leftOut.names)
    .slice(0, MAX_PROJECTS)
    .map(({ slug, leftOut }) => ({ project: slug, names: leftOut.names }))
}
