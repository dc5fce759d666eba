import { admitLink, isShortName, MAX_NAME_LENGTH } from '@landscape/contracts/admit'
import { asRecord, elementsOf, isRecord, type JsonRecord } from '@landscape/contracts/json'
import type { JsonPath } from './finding.ts'
import type { RepairableFinding } from './references.ts'

const OUTCOME = 'kept in the document; the landscape does not contain it'
const LONG = `is longer than the ${MAX_NAME_LENGTH} characters of a name`

/** Titles of the radar that are not names. */
export function leftOutEntries(radar: JsonRecord): RepairableFinding[] {
  return elementsOf(radar['entries']).flatMap((entry, i) =>
    longName(['entries', i, 'title'], asRecord(entry)['title']),
  )
}

/** Items of the technology lists that are not names. */
export function leftOutItems(lists: JsonRecord): RepairableFinding[] {
  return Object.entries(lists).flatMap(([category, items]) =>
    elementsOf(items).flatMap((item, i) => longName([category, i], item)),
  )
}

/** Stored names and aliases that are not names. */
export function leftOutNames(names: unknown): RepairableFinding[] {
  return elementsOf(names).flatMap((element, i) => {
    const { name, aliases } = asRecord(element)
    return [
      ...longName([i, 'name'], name),
      ...elementsOf(aliases).flatMap((alias, at) => longName([i, 'aliases', at], alias)),
    ]
  })
}

/** Languages of repositories that are not names. */
export function leftOutLanguages(repositories: unknown): RepairableFinding[] {
  return languagesOf(repositories).flatMap(({ path, value }) => longName(path, value))
}

/** The stored languages of the repositories. */
export function languagesOf(repositories: unknown): Part[] {
  return elementsOf(repositories).flatMap((repository, i) =>
    elementsOf(asRecord(asRecord(repository)['technologies'])['languages']).map((language, at) => ({
      path: ['repositories', i, 'technologies', 'languages', at, 'name'],
      value: asRecord(language)['name'],
    })),
  )
}

/** Names, links and dependencies of projects that are too long. */
export function leftOutOfProjects(projects: unknown): RepairableFinding[] {
  return elementsOf(projects).flatMap((project, i) => {
    if (!isRecord(project)) return []
    const { names, links, dependencies, programme } = partsOf(project)
    return [
      ...[...names, ...dependencies, programme].flatMap(({ path, value }) =>
        longName(['projects', i, ...path], value),
      ),
      ...links.flatMap(({ path, value }) =>
        isLink(value)
          ? []
          : [finding(['projects', i, ...path], 'is not a link of at most 2,000 characters')],
      ),
    ]
  })
}

/** Whether a stored value is a link, or empty. */
export function isLink(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '' || admitLink(value) !== undefined
}

interface Part {
  path: JsonPath
  value: unknown
}

/** The names, links and dependencies of a stored project, with their paths. */
export function partsOf(
  project: JsonRecord,
): Record<'names' | 'links' | 'dependencies', Part[]> & { programme: Part } {
  const sources = elementsOf(project['source_control']).map(asRecord)
  const details = asRecord(elementsOf(project['details'])[0])
  return {
    names: [
      ...['architecture', 'supporting_tools'].flatMap((part) => namesIn(project[part], [part])),
      ...sources.flatMap(({ type }, j) => namesIn(type, ['source_control', j, 'type'])),
    ],
    links: sources.flatMap(({ links }, j) =>
      elementsOf(links).map((link, k) => ({
        path: ['source_control', j, 'links', k, 'url'],
        value: asRecord(link)['url'],
      })),
    ),
    dependencies: elementsOf(details['project_dependencies']).map((dependency, j) => ({
      path: ['details', 0, 'project_dependencies', j, 'name'],
      value: asRecord(dependency)['name'],
    })),
    programme: { path: ['details', 0, 'programme_name'], value: details['programme_name'] },
  }
}

/** Members that are not names of technologies. */
const OTHERS = new Set(['description', 'environments', 'type'])

/** The strings in a section of a project that name technologies. */
function namesIn(value: unknown, path: JsonPath): Part[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ path, value }]
  if (Array.isArray(value)) return value.flatMap((one, i) => namesIn(one, [...path, i]))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, one]) =>
    OTHERS.has(name) ? [] : namesIn(one, [...path, name]),
  )
}

function longName(path: JsonPath, value: unknown): RepairableFinding[] {
  return typeof value !== 'string' || isShortName(value) ? [] : [finding(path, LONG)]
}

function finding(path: JsonPath, what: string): RepairableFinding {
  return { path, what, outcome: OUTCOME, repair: 'shorten or remove it' }
}
