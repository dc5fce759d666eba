import type { DomainError } from '@landscape/contracts/errors/domain-error'
import { elementsOf, recordsOf } from '@landscape/contracts/json'
import type { Operation } from '@landscape/store/history/diff'
import type { ShownChange } from '@landscape/store/history/past'
import { segmentsOf, unescaped } from '@landscape/store/history/paths'
import type { Conflict } from '@landscape/views/changes/change-page'
import type { AlteredPath, DescribedChange } from '@landscape/views/changes/described-change'
import type { Labels } from './sentences/labels.ts'
import { sentencesOf } from './sentences/sentences.ts'
import { subjectsOf } from './sentences/subjects.ts'
import { documentName } from './sentences/words.ts'

/** A change in words, with the first altered paths. */
export function describeChange(
  change: ShownChange,
  labels: Labels,
  maxPaths: number,
): DescribedChange {
  return {
    change,
    sentences: sentencesOf(change, labels),
    documentName: documentName(change.document),
    paths: change.operations.slice(0, maxPaths).map((operation) => alteredPath(operation, labels)),
    pathTotal: change.operations.length,
  }
}

function alteredPath(operation: Operation, labels: Labels): AlteredPath {
  const { path } = operation
  const shown = (value: unknown) => labelled(path, value, labels)
  return {
    name: pathName(path, labels),
    ...('before' in operation && { before: shown(operation.before) }),
    ...('after' in operation && { after: shown(operation.after) }),
  }
}

/** A JSON Pointer for display, with titles instead of ids: `entries › Python › description`. */
function pathName(path: string, labels: Labels): string {
  const [list, id, ...inside] = segmentsOf(path).map(unescaped)
  if (list === undefined) return 'the entire document'
  if (id === undefined) return list
  return [list, labels.titleOf(list, id) ?? id, ...inside].join(' › ')
}

/** The name of a ring or quadrant instead of its id. */
function labelled(path: string, value: unknown, labels: Labels): unknown {
  if (typeof value !== 'string' || !path.startsWith('/entries/')) return value
  if (/^\/entries\/[^/]+\/quadrant$/.test(path)) return labels.quadrant(value)
  return path.endsWith('/ringId') ? labels.ring(value) : value
}

/** Maximum number of technologies to which a change links. */
const MAX_TECHNOLOGIES = 20
/** Maximum length of a name in an address (characters). */
const MAX_NAME = 200

/** The technologies that a change altered and did not remove. */
export function technologiesOf(
  { document, operations }: Pick<ShownChange, 'document' | 'operations'>,
  labels: Labels,
): string[] {
  const names = subjectsOf(document, operations, labels).flatMap(({ kind, id, effect }) => {
    if (effect === 'removed') return []
    const name = kind === 'entry' ? labels.entryTitle(id) : kind === 'technology' ? id : ''
    return name !== undefined && name !== '' && name.length <= MAX_NAME ? [name] : []
  })
  return [...new Set(names)].slice(0, MAX_TECHNOLOGIES)
}

/** Ids of the later changes that prevent an undo, newest first. */
export function laterChanges(conflict: DomainError): string[] {
  return [...new Set(conflictsIn(conflict).flatMap(({ ids }) => ids))]
}

/** Why a change cannot be undone, and the paths that differ. */
export function describeConflict(
  conflict: DomainError,
  labels: Labels,
): Pick<Conflict, 'reason' | 'paths'> {
  const conflicts = conflictsIn(conflict)
  return {
    reason: reasonOf(conflict, conflicts),
    paths: conflicts.map(({ path }) => pathName(path, labels)),
  }
}

/** Ids of the later changes that prevent an undo, by path. */
function conflictsIn({ extensions }: DomainError): { path: string; ids: string[] }[] {
  return recordsOf(extensions['conflicts']).map(({ path, changes }) => ({
    path: String(path),
    ids: elementsOf(changes).filter((id) => typeof id === 'string'),
  }))
}

function reasonOf(conflict: DomainError, conflicts: ReturnType<typeof conflictsIn>): string {
  if (conflicts.length === 0) return conflict.message
  if (conflicts.some(({ ids }) => ids.length > 0)) return 'Later changes altered the same values.'
  return conflicts.some(({ path }) => path === '')
    ? 'It created or replaced the complete document.'
    : 'The values are no longer those of this change.'
}
