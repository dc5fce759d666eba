import { isDeepStrictEqual } from 'node:util'
import { asRecord, isRecord } from '@landscape/contracts/json'
import { projectOf } from '@landscape/contracts/projects'
import {
  matchesQuery,
  withPauses,
  type ChangeQuery,
  type ChangeSource,
} from '@landscape/store/history/change-page'
import { describe } from '@landscape/store/history/describe'
import { operationsOf, type Step } from '@landscape/store/history/diff'
import {
  positionOf,
  shownChange,
  type Past,
  type Position,
  type ShownChange,
} from '@landscape/store/history/past'
import { repetitionOf, segmentsOf, unescaped } from '@landscape/contracts/change-path'
import { namesOf } from '@landscape/store/history/element-names'
import type { Change } from '@landscape/store/history/record'
import { publicProject, type Projects } from './project.ts'

/** The name of a record in one version, on the walk from the newest to the oldest. */
interface Trail {
  /** Its segment in paths, `/projects/<segment>`. */
  segment: string
  /** Id of the change that removed the record; it does not exist in newer versions. */
  until?: string
}

/** The steps of a change at one record, and its earlier name; undefined when its history begins here. */
interface FollowedSteps {
  steps: Step[]
  before: Trail | undefined
}

/**
 * The changes of one record of the registry, newest first, without its owner and without other records.
 *
 * A record is followed through renames. Its history ends where it cannot be distinguished from a record of
 * another owner, so that no caller reads the changes of another owner's record.
 *
 * @param past the history up to this version of the registry
 * @param index of the record
 */
export function projectChanges(
  past: Past,
  { projects, index }: { projects: Projects; index: number },
  query: ChangeQuery,
): ChangeSource {
  const elements = projects.map(({ raw }) => raw)
  const segment = namesOf(['projects'], elements, 'key')[index]
  const owner = ownerOf(elements[index])

  async function* followed(below: Position | undefined) {
    let trail: Trail | undefined = segment === undefined ? undefined : { segment }
    // The other filters do not apply here: any change may be a rename.
    for await (const found of past.changes({ since: query.since })) {
      if (!trail) return
      const { change, position } = found
      const isSkipped = trail.until !== undefined && trail.until !== change.id
      const { steps, before }: FollowedSteps = isSkipped
        ? { steps: [], before: trail }
        : follow(change, trail, owner)
      trail = before
      if (!below || isBelow(position, below)) yield { ...found, steps }
    }
  }
  return (below) =>
    withPauses(followed(below), ({ steps, ...found }) => {
      if (steps.length === 0) return undefined
      const visible = steps.map(withoutOwner)
      const { names, ...description } = describe(visible, { before: undefined, after: undefined })
      const shown = { ...shownChange(found), operations: operationsOf(visible), ...description }
      return matchesQuery({ ...shown, names }, query) ? shown : undefined
    })
}

/**
 * One change of a record of the registry.
 *
 * @param changes the result of `projectChanges`
 */
export async function findProjectChange(
  changes: ChangeSource,
  id: string,
): Promise<ShownChange | undefined> {
  const position = positionOf(id)
  if (!position) return undefined
  // The change itself or an earlier one is the first result.
  for await (const { shown, position: at } of changes({ ...position, index: position.index + 1 })) {
    if (shown) return shown.id === id ? shown : undefined
    if (at.number < position.number) return undefined
  }
  return undefined
}

function isBelow(one: Position, other: Position): boolean {
  return one.number < other.number || (one.number === other.number && one.index < other.index)
}

function follow(
  change: Change,
  { segment, until }: Trail,
  owner: string | undefined,
): FollowedSteps {
  const steps = change.steps.flatMap((step) => stepsOfRecords(step, segment))
  if (until !== undefined) {
    // The deletion that a later change undid.
    const removed = steps.filter(({ op, path }) => op === 'remove' && isRecordPath(path))
    const mine = removed.find(({ before }) => isOf(before, owner))
    return mine && removed.length === 1
      ? { steps: [mine], before: { segment: nameIn(mine) } }
      : LOST
  }
  if (steps.some((step) => isRecordPath(step.path) && shiftsNumber(nameIn(step), segment)))
    return LOST
  const recordSteps = steps.filter(({ path }) => nameIn({ path }) === segment)
  if (recordSteps.length === 0) return { steps: [], before: { segment } }
  const added = recordSteps.find(({ op, path }) => op === 'add' && isRecordPath(path))
  if (added) return followAdded(change, added, steps, owner)
  const namesakes = steps.filter(({ path }) => isNamesake(nameIn({ path }), segment))
  // Without an owner, the contacts identify a record; an external write may have replaced it.
  const isUnsure = owner === undefined && change.actor === null
  const isAnother = recordSteps.some(({ path, before, order }) => {
    if (isRecordPath(path)) return !order && (isUnsure || !isOf(before, owner))
    const member = segmentsOf(path)[2]
    return member === 'owner' || (isUnsure && member === 'user')
  })
  if (isAnother || recordSteps.some(({ op, path }) => op === 'remove' && isRecordPath(path)))
    return LOST
  return owner === undefined && namesakes.length > 0
    ? LOST
    : { steps: recordSteps, before: { segment } }
}

/** The history ends here: the record may be another owner's. */
const LOST: FollowedSteps = { steps: [], before: undefined }

/** Follows a change that created, renamed or restored the record. */
function followAdded(
  { undoes, actor, steps: all }: Change,
  added: Step,
  steps: readonly Step[],
  owner: string | undefined,
): FollowedSteps {
  if (!isOf(added.after, owner)) return LOST
  const removed = steps.filter(({ op, path }) => op === 'remove' && isRecordPath(path))
  const [renamed, ...more] = removed.filter(({ before }) => isOf(before, owner))
  // Without an owner, only an edit of this record alone proves a rename.
  const isSure = owner !== undefined || (actor !== null && all.length === 2)
  if (renamed && more.length === 0 && isSure) {
    return { steps: [renamed, added], before: { segment: nameIn(renamed) } }
  }
  const before = undoes === null ? undefined : { segment: nameIn(added), until: undoes }
  return { steps: [added], before }
}

/** The steps of single records; a step of the entire array is reduced to this record. */
function stepsOfRecords(step: Step, segment: string): Step[] {
  const [list, name] = segmentsOf(step.path)
  if (list === 'projects' && name !== undefined) return [step]
  if (step.order || (step.path !== '' && step.path !== '/projects')) return []
  const recordIn = (value: unknown) => {
    const records = step.path === '' ? asRecord(value)['projects'] : value
    if (!Array.isArray(records)) return undefined
    return records[namesOf(['projects'], records, 'key').indexOf(segment)] as unknown
  }
  const [before, after] = [recordIn(step.before), recordIn(step.after)]
  if (isDeepStrictEqual(before, after)) return []
  const op = before === undefined ? 'add' : after === undefined ? 'remove' : 'replace'
  return [
    {
      op,
      path: `/projects/${segment}`,
      at: [],
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ]
}

function nameIn({ path }: Pick<Step, 'path'>): string {
  return segmentsOf(path)[1] ?? ''
}

function isRecordPath(path: string): boolean {
  return segmentsOf(path).length === 2
}

/** Whether two segments have the same name; records of one name are numbered in stored order. */
function isNamesake(one: string, other: string): boolean {
  return one !== other && unescaped(one) === unescaped(other)
}

/** Whether adding or removing a record changes the number of another with its name. */
function shiftsNumber(one: string, other: string): boolean {
  return isNamesake(one, other) && repetitionOf(one) < repetitionOf(other)
}

function isOf(record: unknown, owner: string | undefined): boolean {
  return isRecord(record) && ownerOf(record) === owner
}

function ownerOf(record: unknown): string | undefined {
  const project = projectOf(record)
  return project.isOpaque ? undefined : project.owner
}

function withoutOwner(step: Step): Step {
  if (!isRecordPath(step.path)) return step
  const visible = (value: unknown) => {
    // An order lists the names of the members.
    if (step.order && Array.isArray(value)) return value.filter((name) => name !== 'owner')
    return isRecord(value) ? publicProject(value) : value
  }
  return {
    ...step,
    ...('before' in step && { before: visible(step.before) }),
    ...('after' in step && { after: visible(step.after) }),
  }
}
