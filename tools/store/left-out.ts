import {
  admitLink,
  isShortName,
  MAX_NAME_LENGTH,
  MAX_PROJECT_DEPENDENCIES,
  MAX_PROJECT_LINKS,
  MAX_PROJECT_NAMES,
} from '@landscape/contracts/admit'
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
  return elementsOf(repositories).flatMap((repository, i) =>
    elementsOf(asRecord(asRecord(repository)['technologies'])['languages']).flatMap(
      (language, at) =>
        longName(
          ['repositories', i, 'technologies', 'languages', at, 'name'],
          asRecord(language)['name'],
        ),
    ),
  )
}

/** Names, links and dependencies of projects that are too long, or beyond the bounds of a project. */
export function leftOutOfProjects(projects: unknown): RepairableFinding[] {
  return elementsOf(projects).flatMap((project, i) =>
    isRecord(project) ? leftOutOf(project, i) : [],
  )
}

function leftOutOf(project: JsonRecord, i: number): RepairableFinding[] {
  const at = (path: JsonPath): JsonPath => ['projects', i, ...path]
  const namesInSections = ['architecture', 'supporting_tools'].flatMap((part) =>
    namesIn(project[part], [part]),
  )
  const types = elementsOf(project['source_control']).flatMap((source, j) =>
    namesIn(asRecord(source)['type'], ['source_control', j, 'type']),
  )
  const names = [...namesInSections, ...types]
  const sources = elementsOf(project['source_control']).flatMap((source, j) =>
    elementsOf(asRecord(source)['links']).map((link, k) => ({
      path: ['source_control', j, 'links', k, 'url'] as JsonPath,
      value: asRecord(link)['url'],
    })),
  )
  const details = asRecord(elementsOf(project['details'])[0])
  const dependencies = elementsOf(details['project_dependencies']).map((one, j) => ({
    path: ['details', 0, 'project_dependencies', j, 'name'] as JsonPath,
    value: asRecord(one)['name'],
  }))
  const programme = { path: ['details', 0, 'programme_name'], value: details['programme_name'] }
  return [
    ...[...names, ...dependencies, programme].flatMap(({ path, value }) =>
      longName(at(path), value),
    ),
    ...sources.flatMap(({ path, value }) =>
      typeof value !== 'string' || value.trim() === '' || admitLink(value) !== undefined
        ? []
        : [finding(at(path), 'is not a link of at most 2,000 characters')],
    ),
    ...beyond(
      at([]),
      names.map(({ value }) => value),
      MAX_PROJECT_NAMES,
      'names of technologies',
    ),
    ...beyond(
      at([]),
      sources.map(({ value }) => value),
      MAX_PROJECT_LINKS,
      'links',
    ),
    ...beyond(at([]), dependencies, MAX_PROJECT_DEPENDENCIES, 'dependencies'),
  ]
}

/** Members that are not names of technologies. */
const OTHERS = new Set(['description', 'environments', 'type'])

/** The strings in a section of a project that name technologies. */
function namesIn(value: unknown, path: JsonPath): { path: JsonPath; value: string }[] {
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

function beyond(
  path: JsonPath,
  values: readonly unknown[],
  max: number,
  what: string,
): RepairableFinding[] {
  const count = new Set(values).size
  return count <= max ? [] : [finding(path, `has more than ${max} ${what}: ${count}`)]
}

function finding(path: JsonPath, what: string): RepairableFinding {
  return { path, what, outcome: OUTCOME, repair: 'shorten or remove it' }
}
