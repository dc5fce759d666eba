import { isDeepStrictEqual } from 'node:util'
import { withBannerIds } from '@landscape/contracts/banners'
import { type DocumentName, DOCUMENTS } from '@landscape/contracts/documents'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Fault } from '@landscape/contracts/errors/faults'
import { faultsOfChanges } from '@landscape/store/documents/unchanged'
import {
  asRecord,
  elementsOf,
  isRecord,
  type JsonRecord,
  recordsOf,
} from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { monthAt, type MonthlyName } from '@landscape/contracts/monthly-documents'
import { projectNameOf } from '@landscape/contracts/projects'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import { nameOf, type ObjectRef } from '@landscape/store/objects/port'
import { lossesOfBanners, replaceBanners } from '@landscape/admin-review/banners/edits'
import { lossOf, type Kind, type Loss } from '@landscape/admin-review/history/removals'
import { lossesOfLists } from '@landscape/admin-review/lists/losses'
import { assertUseInstead } from '@landscape/admin-review/radar/assert-use-instead'
import { asSupplied } from '@landscape/admin-review/radar/attribute'
import { lossesOfRadar, updateRadar } from '@landscape/admin-review/radar/update-radar'
import { lossesOfNames, replaceNames } from '@landscape/admin-review/names/technology-names'
import { replaceLists } from '@landscape/admin-review/lists/technology-lists'
import {
  assertAddressable,
  assertNoControlMembers,
  checkProject,
  NewProject,
  ProjectChanges,
} from '@landscape/projects/registry/check-project'
import { publicProject } from '@landscape/projects/registry/project'

/** Errors and removals in a new version of a document, by the rules of edits over HTTP. */
export interface EditReport {
  faults: readonly Fault[]
  losses: readonly Loss[]
}

type Rule = (next: JsonRecord, stored: JsonRecord | undefined) => EditReport

/** The document is an array. */
function reportOnNames(next: unknown, stored: unknown): EditReport {
  const known = stored === undefined ? undefined : [...elementsOf(stored)]
  return {
    faults: faultsOf(() => replaceNames(known ?? [], next)).map(
      // Over HTTP the names are in the member `names` of the body.
      ({ path: [, ...path], ...fault }) => ({ ...fault, path }),
    ),
    losses: known ? lossesOfNames(known, [...elementsOf(next)]) : [],
  }
}

const RULES: Partial<Record<DocumentName, Rule>> = {
  banners({ messages, ...rest }, stored) {
    const known = withBannerIds([...elementsOf(stored?.['messages'])])
    const sent = { banner: elementsOf(messages), at: ['messages'] }
    return {
      faults: [
        ...faultsOfChanges(findUnsafeJson(rest), rest, stored),
        ...faultsOf(() => replaceBanners(known, sent)),
      ],
      losses: stored
        ? lossesOfBanners(
            { messages: known },
            { messages: withBannerIds([...elementsOf(messages)]) },
          )
        : [],
    }
  },
  arrayData: (next, stored) => ({
    faults: faultsOf(() => replaceLists(stored ?? {}, next)).map(
      // Over HTTP the lists are in the member `items` of the body.
      ({ path: [, ...path], ...fault }) => ({ ...fault, path }),
    ),
    losses: stored ? lossesOfLists(stored, next) : [],
  }),
  radar({ title, quadrants, rings, ...next }, stored) {
    const entries = elementsOf(next['entries'])
    const submission = { structure: { title, quadrants, rings }, entries }
    const known = stored as RadarDocument | undefined
    return {
      faults: faultsOf(() => {
        const { radar } = updateRadar(known, submission, asSupplied)
        assertUseInstead(known, radar, { sent: entries })
      }),
      losses: known ? lossesOfRadar(known, { entries } as RadarDocument) : [],
    }
  },
  projects({ projects }, stored) {
    const known = Map.groupBy(elementsOf(stored?.['projects']), keyOfProject)
    const faults = elementsOf(projects).flatMap((project, i) => {
      const before = known.get(keyOfProject(project))?.shift()
      if (isDeepStrictEqual(project, before)) return []
      const found = faultsOf(() => assertProject(project, before))
      return found.map((fault) => ({ ...fault, path: ['projects', i, ...fault.path] }))
    })
    return {
      faults,
      losses: stored
        ? [lossOf(PROJECTS, elementsOf(stored['projects']), elementsOf(projects))]
        : [],
    }
  },
}

const PROJECTS: Kind = {
  of: 'projects',
  keysOf: (projects) => projects.map(keyOfProject),
  subjectOf: (project) => projectNameOf(project) ?? 'a project without a name',
}

/** Documents that are not edited over HTTP: the array in each, and the identity of its elements. */
const LISTS: Partial<Record<DocumentName, List>> = {
  repositories: {
    of: 'repositories',
    member: 'repositories',
    keyOf: (repository) => asRecord(repository)['name'],
  },
  radarEditions: { of: 'editions', keyOf: (edition) => asRecord(edition)['id'] },
  landscapeMonths: { of: 'months', keyOf: (month) => asRecord(month)['month'] },
  directorates: { of: 'directorates', keyOf: (directorate) => asRecord(directorate)['id'] },
  organisationHistory: {
    of: 'days of usage',
    keyOf: (day) => asRecord(day)['date'] ?? asRecord(day)['day'],
  },
  teamsHistory: {
    of: 'teams with usage',
    keyOf: (history) => asRecord(asRecord(history)['team'])['slug'],
  },
  teams: { of: 'teams', keyOf: (team) => asRecord(team)['slug'] },
  adminTeams: { of: 'teams of administrators', keyOf: (slug) => slug },
}

interface List {
  of: string
  member?: string
  keyOf: (element: unknown) => unknown
}

/** Monthly documents: the elements, and the identity of each. */
const MONTHLY_LISTS: Record<MonthlyName, List> = {
  repositoryUsage: {
    of: 'rows of repositories',
    keyOf: (row) => [asRecord(row)['day'], asRecord(row)['repo_id']],
  },
}

function listAt(ref: ObjectRef, name: DocumentName | undefined): List | undefined {
  const monthly = monthAt(ref)
  return monthly ? MONTHLY_LISTS[monthly.name] : name && LISTS[name]
}

/**
 * Validates a new version of a document like an edit over HTTP; unchanged stored values are accepted.
 *
 * @param stored the stored document; `undefined` without a readable one
 */
export function checkEdit(ref: ObjectRef, next: unknown, stored: unknown): EditReport {
  const name = Object.entries(DOCUMENTS).find(
    ([, document]) => nameOf(document.ref) === nameOf(ref),
  )?.[0] as DocumentName | undefined
  if (name === 'technologyNames') return reportOnNames(next, stored)
  const rule = name && RULES[name]
  if (rule) return rule(asRecord(next), stored === undefined ? undefined : asRecord(stored))
  const list = listAt(ref, name)
  if (!list || stored === undefined) return { faults: [], losses: [] }
  const { of, member, keyOf } = list
  const partOf = (document: unknown) =>
    elementsOf(member === undefined ? document : asRecord(document)[member])
  const kind: Kind = {
    of,
    keysOf: (elements) => elements.map((element) => JSON.stringify(keyOf(element) ?? element)),
    subjectOf: (element) => {
      const key = keyOf(element)
      return typeof key === 'string' ? key : JSON.stringify(key ?? null)
    },
  }
  return { faults: [], losses: [lossOf(kind, partOf(stored), partOf(next))] }
}

/** @throws DomainError for a project that the HTTP API would reject */
function assertProject(project: unknown, before: unknown): void {
  const stored = isRecord(before) ? before : undefined
  const known = stored && publicProject(stored)
  const sent = isRecord(project) ? publicProject(project) : project
  checkProject(sent, known ? ProjectChanges : NewProject, known)
  if (!isRecord(project)) return
  assertNoControlMembers(publicProject(project))
  if (!stored) assertAddressable(projectNameOf(project) ?? '')
}

/** Identity of a project: its name and its owner, or its contacts when it has no owner. */
function keyOfProject(project: unknown): string {
  const { owner, user } = asRecord(project)
  const holders = typeof owner === 'string' ? [owner] : recordsOf(user).map(({ email }) => email)
  return JSON.stringify([holders, projectNameOf(project)]).toLowerCase()
}

function faultsOf(edit: () => unknown): readonly Fault[] {
  try {
    edit()
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { faults, message } = error
    return faults.length > 0 ? faults : [{ path: [], detail: message }]
  }
}
