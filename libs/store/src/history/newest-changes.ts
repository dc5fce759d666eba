import { isDeepStrictEqual } from 'node:util'
import { asRecord } from '@landscape/contracts/json'
import type { Step } from './diff.ts'
import { namesOf, segmentsOf } from './paths.ts'
import type { Change } from './record.ts'

/** Ids of the newest changes of projects, by path segment. */
export type NewestChanges = Map<string, string>

/**
 * Effect of a change on a project: it is the newest change, or it ends the history of the project.
 */
interface Touch {
  segment: string
  ends: boolean
}

/** A change without its content. */
export interface TouchingChange {
  id: string
  touches: readonly Touch[]
}

/** The projects that a change altered, each once. */
export function touchingChange({ id, actor, steps }: Change): TouchingChange {
  const touches = new Map<string, boolean>()
  for (const step of steps.flatMap(projectSteps)) {
    const [, segment = ''] = segmentsOf(step.path)
    touches.set(segment, (touches.get(segment) ?? false) || endsHistory(step, actor !== null))
  }
  return { id, touches: [...touches].map(([segment, ends]) => ({ segment, ends })) }
}

/**
 * Whether a step removes a project, or replaces it by one that may have another owner, who must not see
 * earlier changes.
 *
 * @param isKnown whether the author of the change is known
 */
function endsHistory({ op, path, order }: Step, isKnown: boolean): boolean {
  const [, , member] = segmentsOf(path)
  if (member !== undefined) return member === 'owner' || (!isKnown && member === 'user')
  return op === 'remove' || (op === 'replace' && !order && !isKnown)
}

/** Splits a step into steps of single projects; none when it alters no project. */
function projectSteps(step: Step): Step[] {
  const [list, segment] = segmentsOf(step.path)
  if (list === 'projects' && segment !== undefined) return [step]
  if (step.order || (step.path !== '' && step.path !== '/projects')) return []
  const [before, after] = [step.before, step.after].map((value) =>
    projectsByName(step.path === '' ? asRecord(value)['projects'] : value),
  )
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  return [...names].flatMap((name): Step[] => {
    const at = { path: `/projects/${name}`, at: [] }
    if (!after?.has(name)) return [{ op: 'remove', ...at }]
    if (!before?.has(name)) return [{ op: 'add', ...at }]
    return isDeepStrictEqual(before.get(name), after.get(name)) ? [] : [{ op: 'replace', ...at }]
  })
}

function projectsByName(value: unknown): Map<string, unknown> {
  const projects: unknown[] = Array.isArray(value) ? value : []
  return new Map(namesOf(['projects'], projects, 'key').map((name, i) => [name, projects[i]]))
}

/**
 * Adds the newest change.
 *
 * @returns the previous change of the first project that it altered, by the name before it
 */
export function addChange(
  newest: NewestChanges,
  { id, touches }: TouchingChange,
): string | undefined {
  const [first] = touches
  // A rename ends one name and begins another.
  const isContinued = touches.some(({ ends }) => !ends)
  const before = first && isContinued ? newest.get(first.segment) : undefined
  for (const { segment, ends } of touches) {
    if (ends) newest.delete(segment)
    else newest.set(segment, id)
  }
  return before
}
