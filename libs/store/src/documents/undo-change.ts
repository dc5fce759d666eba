import { isDeepStrictEqual } from 'node:util'
import { atOnce, inSlices } from '@landscape/contracts/async/in-slices'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { describe } from '../history/describe.ts'
import { diff, operationsOf } from '../history/diff.ts'
import { segmentsOf } from '@landscape/contracts/change-path'
import { mayShareName } from '../history/element-names.ts'
import { COMPLETED } from '../history/recorder.ts'
import { revert } from '../history/revert.ts'
import { shownChange, type ShownChange } from '../history/past.ts'
import { touchedPaths } from '../history/touched-paths.ts'
import type { Change } from '../history/record.ts'
import type { StoredDocument } from './document.ts'
import type { Actor } from './commit-loop.ts'

/** The change that an undo made, or would make in a dry run. */
export type Undone = ShownChange | (Omit<ShownChange, 'id' | 'at'> & { id: null; at: null })

/** Maximum number of paths in a conflict, and of changes for each path, newest first. */
const MAX_CONFLICTS = 50
/** Maximum number of attempts while other changes are stored. */
const MAX_ATTEMPTS = 20

/** The document differs from the result of the change. */
class UndoConflict extends Error {
  readonly change: Change
  readonly paths: readonly string[]
  constructor(change: Change, paths: readonly string[]) {
    super()
    this.change = change
    this.paths = paths
  }
}

/** The document is not the version in which the change was found not to be undone. */
class VersionChanged extends Error {}

/**
 * Undoes one change and keeps all later ones, by a new change of the newest version.
 *
 * @param dryRun returns the change without storing it
 * @throws DomainError `not-found` when the change does not exist; `conflict` when it is undone already, or
 *   when later changes altered the same paths, which `conflicts` lists
 */
export async function undoChange<T>(
  document: StoredDocument<T>,
  id: string,
  { by, dryRun = false }: { by: Actor; dryRun?: boolean },
): Promise<Undone> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryUndo(document, id, { by, dryRun })
    } catch (error) {
      if (error instanceof UndoConflict) throw await conflictError(document, error)
      if (!(error instanceof VersionChanged) || attempt >= MAX_ATTEMPTS) throw error
    }
  }
}

async function tryUndo<T>(
  document: StoredDocument<T>,
  id: string,
  { by, dryRun }: { by: Actor; dryRun: boolean },
): Promise<Undone> {
  const version = await document.read()
  const { change, document: name } = await undoable(document, id)
  // A later change may have confirmed a value that the undo would replace. A project's name is exempt: the
  // stored projects show whether it is free.
  const steps = change.steps.filter((step) => !(step.op === 'remove' && isOfProject(step)))
  const conflicts = await conflictsWith(document, { ...change, steps })
  if (conflicts.size > 0) throw conflictOf(conflicts)
  if (dryRun)
    return inSlices(preview(document, { change, seen: version }, { by, id, document: name }))
  const { change: made } = await document.change(
    (current) => ({ next: atOnce(undone(document, current, change, version)), result: undefined }),
    { by: { ...by, undoes: id } },
  )
  const undo = made && (await (await document.past()).find(made.id))
  if (!undo) throw new Error(`The history lacks the undo of ${id}`)
  return shownChange(undo)
}

/**
 * The document without a change; a generator, so that `inSlices` can serve requests in the meantime.
 *
 * @throws UndoConflict; VersionChanged when only the version shows that the change is not undone
 */
function* undone<T>(
  document: StoredDocument<T>,
  current: T | undefined,
  change: Change,
  seen: { value: T } | undefined,
): Generator<void, T> {
  const reverted = revert(current, change.steps)
  if ('conflicts' in reverted) throw new UndoConflict(change, reverted.conflicts)
  yield
  const next = document.complete(reverted.value as T)
  // The elements of a changed order may all have been removed, and the model may restore a value.
  if (diff(current, next).length === 0) throw new UndoConflict(change, pathsIn(change))
  yield
  const isRepeatable = 'value' in revert(next, change.steps)
  if (isRepeatable && current !== seen?.value && !isDeepStrictEqual(current, seen?.value)) {
    throw new VersionChanged()
  }
  return next
}

function* preview<T>(
  stored: StoredDocument<T>,
  { change, seen }: { change: Change; seen: { value: T } | undefined },
  { by, id, document }: { by: Actor; id: string; document: string },
): Generator<void, Undone> {
  const before = seen?.value
  const after = yield* undone(stored, before, change, seen)
  yield
  const steps = diff(before, after)
  yield
  const { subjects, summary } = describe(steps, { before, after })
  return {
    id: null,
    at: null,
    document,
    actor: { email: by.email ?? '' },
    action: by.action,
    requestId: by.requestId ?? null,
    subjects,
    summary,
    operations: operationsOf(steps),
    undoes: id,
    undoneBy: null,
  }
}

/** @throws DomainError */
async function undoable<T>(document: StoredDocument<T>, id: string) {
  const found = await (await document.past()).find(id)
  if (!found) throw new DomainError('not-found', 'Change not found')
  if (found.undoneBy !== null) throw new DomainError('conflict', 'Change is undone already')
  return found
}

async function conflictError<T>(
  document: StoredDocument<T>,
  { change, paths }: UndoConflict,
): Promise<DomainError> {
  // For an order, this includes the changes that altered its elements.
  const unordered = change.steps.map(({ order: _order, ...step }) => step)
  const conflicts = await conflictsWith(document, {
    ...change,
    steps: [...change.steps, ...unordered],
  })
  const named = paths.map((path): [string, string[]] => [path, conflicts.get(path) ?? []])
  return conflictOf(new Map(named.slice(0, MAX_CONFLICTS)))
}

/** Ids of the later changes that altered paths of a change, by path. */
async function conflictsWith<T>(
  document: StoredDocument<T>,
  change: Change,
): Promise<Map<string, string[]>> {
  const conflicts = new Map<string, string[]>()
  const touchedBy = touchedPaths(change.steps)
  const most = Math.min(MAX_CONFLICTS, pathsIn(change).length)
  let full = 0
  for await (const { id, steps, action } of (await document.past()).later(change)) {
    if (action === COMPLETED) continue
    for (const path of touchedBy(steps)) {
      const ids = conflicts.get(path) ?? []
      if (ids.length === MAX_CONFLICTS || (ids.length === 0 && conflicts.size === most)) continue
      conflicts.set(path, ids)
      ids.push(id)
      if (ids.length === MAX_CONFLICTS) full++
    }
    if (full === most) break
  }
  return conflicts
}

function isOfProject({ path, before }: Change['steps'][number]): boolean {
  return mayShareName(segmentsOf(path).slice(0, -1), before)
}

function conflictOf(conflicts: ReadonlyMap<string, string[]>): DomainError {
  const named = [...conflicts].map(([path, changes]) => ({ path, changes }))
  return new DomainError('conflict', 'Later changes touch the same places', {
    extensions: { conflicts: named },
  })
}

function pathsIn({ steps }: Change): string[] {
  return [...new Set(steps.map(({ path }) => path))]
}
