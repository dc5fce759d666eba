import { isShortName } from '@landscape/contracts/admit'
import { atOnce } from '@landscape/contracts/async/in-slices'
import { elementsOf, isRecord, type JsonRecord } from '@landscape/contracts/json'
import { joinLandscape, type LandscapeDocuments } from '@landscape/data/join'
import type { JsonPath } from './finding.ts'
import { isLink, languagesOf, leftOutEntries, leftOutItems, partsOf } from './left-out.ts'
import type { RepairableFinding } from './references.ts'

const OUTCOME = 'kept in the document; the landscape does not contain them'

/**
 * Numbers of values beyond a bound of a project or of the landscape, as the join counts them; values that are too long
 * have findings of their own.
 */
export function beyondBounds(
  documents: LandscapeDocuments,
): Record<'radar' | 'arrayData' | 'repositories' | 'projects', RepairableFinding[]> {
  const { leftOut, projects } = atOnce(joinLandscape(documents))
  const { radar, lists, repositories } = documents
  const languages = languagesOf(repositories.repositories).map(({ value }) => value)
  const joined = new Map(projects.map(({ stored, leftOut }) => [stored.raw, leftOut]))
  return {
    radar: beyond(['entries'], 'entries', leftOut.entries - leftOutEntries(radar).length),
    arrayData: beyond([], 'items', leftOut.listItems - leftOutItems(lists).length),
    repositories: beyond(
      ['repositories'],
      'languages',
      leftOut.languages - distinct(languages, isName),
    ),
    projects: elementsOf(documents.projects.projects).flatMap((project, i) => {
      const its = isRecord(project) && joined.get(project)
      return its ? beyondOf(project, its, ['projects', i]) : []
    }),
  }
}

function beyondOf(
  project: JsonRecord,
  leftOut: Record<'names' | 'links' | 'dependencies', number>,
  path: JsonPath,
): RepairableFinding[] {
  const parts = partsOf(project)
  const values = (name: 'names' | 'links' | 'dependencies') => parts[name].map(({ value }) => value)
  const dependencies = values('dependencies').filter((value) => !isName(value)).length
  return [
    ...beyond(path, 'names of technologies', leftOut.names - distinct(values('names'), isName)),
    ...beyond(path, 'links', leftOut.links - distinct(values('links'), isLink)),
    ...beyond(path, 'dependencies', leftOut.dependencies - dependencies),
  ]
}

function isName(value: unknown): boolean {
  return typeof value !== 'string' || isShortName(value)
}

/** Number of different values that are not accepted. */
function distinct(values: readonly unknown[], isAccepted: (value: unknown) => boolean): number {
  return new Set(values.filter((value) => !isAccepted(value))).size
}

function beyond(path: JsonPath, what: string, count: number): RepairableFinding[] {
  return count > 0
    ? [
        {
          path,
          what: `has ${count} more ${what} than take part`,
          outcome: OUTCOME,
          repair: 'remove some',
        },
      ]
    : []
}
