import { isDeepStrictEqual } from 'node:util'
import { asRecord } from '@landscape/contracts'
import type { Step } from './diff.ts'
import { namesOf, segmentsOf } from './paths.ts'
import type { Change } from './record.ts'

/** Ids of the newest changes of projects, by the segments that name the projects in paths. */
export type NewestChanges = Map<string, string>

/**
 * What one change means for a project: it is the newest, or it ends the history of that project, which
 * starts again with the next change.
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
 * Whether a step removes a project, or puts one in its place that may belong to somebody else: nobody
 * gets to see what others did before that.
 *
 * @param isKnown whether it is known who made the change
 */
function endsHistory({ op, path, order }: Step, isKnown: boolean): boolean {
  const [, , member] = segmentsOf(path)
  if (member !== undefined) return member === 'owner' || (!isKnown && member === 'user')
  return op === 'remove' || (op === 'replace' && !order && !isKnown)
}

/** The step as steps of single projects; none when it is not about projects. */
function projectSteps(step: Step): Step[] {
  const [list, segment] = segmentsOf(step.path)
  if (list === 'projects' && segment !== undefined) return [step]
  if (step.order || (step.path !== '' && step.path !== '/projects')) return []
  const [before, after] = [step.before, step.after].map((value) =>
    projectsByName(step.path === '' ? asRecord(value)['projects'] : value),
  )
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  return [...names].flatMap((name): Step[] => {
    const place = { path: `/projects/${name}`, at: [] }
    if (!after?.has(name)) return [{ op: 'remove', ...place }]
    if (!before?.has(name)) return [{ op: 'add', ...place }]
    return isDeepStrictEqual(before.get(name), after.get(name)) ? [] : [{ op: 'replace', ...place }]
  })
}

function projectsByName(value: unknown): Map<string, unknown> {
  const projects: unknown[] = Array.isArray(value) ? value : []
  return new Map(namesOf(['projects'], projects, 'key').map((name, i) => [name, projects[i]]))
}

/**
 * Adds a change that is later than all others.
 *
 * @returns the newest change before it of the first project that it altered, by the name of that time
 */
export function addChange(
  newest: NewestChanges,
  { id, touches }: TouchingChange,
): string | undefined {
  const [first] = touches
  // Where one name ends and another begins, the project was renamed.
  const isContinued = touches.some(({ ends }) => !ends)
  const before = first && isContinued ? newest.get(first.segment) : undefined
  for (const { segment, ends } of touches) {
    if (ends) newest.delete(segment)
    else newest.set(segment, id)
  }
  return before
}
