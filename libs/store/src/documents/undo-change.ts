import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '@landscape/contracts'
import { describe } from '../history/describe.ts'
import { diff, operationsOf } from '../history/diff.ts'
import { mayShareName, segmentsOf } from '../history/paths.ts'
import { revert } from '../history/revert.ts'
import { shownChange, type ShownChange } from '../history/past.ts'
import { touchedPaths } from '../history/touched-paths.ts'
import { type Change } from '../history/record.ts'
import type { StoredDocument } from './document.ts'
import type { Actor } from './pending.ts'

/** What undoing a change made, or would make. */
export type Undone = ShownChange | (Omit<ShownChange, 'id' | 'at'> & { id: null; at: null })

/** Later changes may touch many places, and be many; so many are named, the newest of the changes. */
const MAX_CONFLICTS = 50
/** Attempts of an undo that could be made twice, while others change the document. */
const MAX_ATTEMPTS = 20

/** The document is not any more as the change left it. */
class UndoConflict extends Error {
  readonly change: Change
  readonly paths: readonly string[]
  constructor(change: Change, paths: readonly string[]) {
    super()
    this.change = change
    this.paths = paths
  }
}

/** Another version than that in which the change was seen not to be undone. */
class Moved extends Error {}

/**
 * Takes back one change and leaves alone all later ones: a change like any other, made on the newest
 * version.
 *
 * @param dryRun nothing is stored, and the answer says what would be
 * @throws DomainError `not-found` when there is no such change; `conflict` when it is undone already, or
 *   later changes touch the same places: `conflicts` names the places and the changes
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
      if (error instanceof UndoConflict) throw await refusal(document, error)
      if (!(error instanceof Moved) || attempt >= MAX_ATTEMPTS) throw error
    }
  }
}

async function tryUndo<T>(
  document: StoredDocument<T>,
  id: string,
  { by, dryRun }: { by: Actor; dryRun: boolean },
): Promise<Undone> {
  const seen = await document.read()
  const { change, document: name } = await undoable(document, id)
  // What stands there may be what the change put there, and yet be what others wanted since. Whether a
  // project's name is free is told by what is stored: others of that name may have come and gone.
  const steps = change.steps.filter((step) => !(step.op === 'remove' && isOfProject(step)))
  const touched = await conflictsWith(document, { ...change, steps })
  if (touched.size > 0) throw refused(touched)
  const without = (current: T | undefined): T => {
    const reverted = revert(current, change.steps)
    if ('conflicts' in reverted) throw new UndoConflict(change, reverted.conflicts)
    // Of an order, nothing may be left that could be put in order.
    if (diff(current, reverted.value).length === 0) throw new UndoConflict(change, pathsIn(change))
    // Where it could be undone once more, only the version tells that nobody has.
    const isRepeatable = 'value' in revert(reverted.value, change.steps)
    if (isRepeatable && current !== seen?.value && !isDeepStrictEqual(current, seen?.value)) {
      throw new Moved()
    }
    return reverted.value as T
  }
  if (dryRun) {
    const next = without(seen?.value)
    const steps = diff(seen?.value, next)
    const { subjects, summary } = describe(steps, { before: seen?.value, after: next })
    return {
      id: null,
      at: null,
      document: name,
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
  const { change: made } = await document.change(
    (current) => ({ next: without(current), result: undefined }),
    { by: { ...by, undoes: id } },
  )
  const found = made && (await (await document.past()).find(made.id))
  if (!found) throw new Error(`The history does not hold what undid ${id}`)
  return shownChange(found)
}

/** @throws DomainError */
async function undoable<T>(document: StoredDocument<T>, id: string) {
  const found = await (await document.past()).find(id)
  if (!found) throw new DomainError('not-found', 'Change not found')
  if (found.undoneBy !== null) throw new DomainError('conflict', 'Change is undone already')
  return found
}

async function refusal<T>(
  document: StoredDocument<T>,
  { change, paths }: UndoConflict,
): Promise<DomainError> {
  // Of an order, also those who altered what it ordered.
  const unordered = change.steps.map(({ order: _order, ...step }) => step)
  const found = await conflictsWith(document, { ...change, steps: [...change.steps, ...unordered] })
  const named = paths.map((path): [string, string[]] => [path, found.get(path) ?? []])
  return refused(new Map(named.slice(0, MAX_CONFLICTS)))
}

/** The later changes that altered places of one, by the paths of these; so many of them are looked at. */
async function conflictsWith<T>(
  document: StoredDocument<T>,
  change: Change,
): Promise<Map<string, string[]>> {
  const conflicts = new Map<string, string[]>()
  const touchedBy = touchedPaths(change.steps)
  for await (const { id, steps } of (await document.past()).later(change)) {
    for (const path of touchedBy(steps)) {
      const ids = conflicts.get(path) ?? []
      if (ids.length < MAX_CONFLICTS) ids.push(id)
      if (conflicts.size < MAX_CONFLICTS) conflicts.set(path, ids)
    }
  }
  return conflicts
}

function isOfProject({ path, before }: Change['steps'][number]): boolean {
  return mayShareName(segmentsOf(path).slice(0, -1), before)
}

function refused(conflicts: ReadonlyMap<string, string[]>): DomainError {
  const named = [...conflicts].map(([path, changes]) => ({ path, changes }))
  const text = 'Later changes touch the same places'
  return new DomainError('conflict', text, { extensions: { conflicts: named } })
}

function pathsIn({ steps }: Change): string[] {
  return [...new Set(steps.map(({ path }) => path))]
}
