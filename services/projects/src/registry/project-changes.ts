import { isDeepStrictEqual } from 'node:util'
import { asRecord, isRecord, ownerOf } from '@landscape/contracts'
import {
  describe,
  isWanted,
  namesOf,
  operationsOf,
  positionOf,
  repetitionOf,
  resting,
  segmentsOf,
  shownChange,
  unescaped,
  type Change,
  type ChangeQuery,
  type ChangeSource,
  type Past,
  type Position,
  type ShownChange,
  type Step,
} from '@landscape/store'
import { publicProject } from './project.ts'

/** What a record is called in one version, on the way back from the newest. */
interface Trail {
  /** Its segment in paths, `/projects/<segment>`. */
  segment: string
  /** Until this change, the one that took the record away, there is none. */
  until?: string
}

/** What a change altered of one record, and what that was called before; nothing when it began there. */
interface Found {
  steps: Step[]
  before: Trail | undefined
}

/**
 * The changes of one record of the registry, newest first, as those who may read the record may see
 * them: nothing of other records, and not whose it is.
 *
 * A record is followed through its names. Where it cannot be told from another one, of the same name or
 * of another owner, its history ends: nobody gets to see what belongs to somebody else.
 *
 * @param past what happened up to this version of the registry
 * @param index of the record
 */
export function projectChanges(
  past: Past,
  { projects, index }: { projects: readonly unknown[]; index: number },
  query: ChangeQuery,
): ChangeSource {
  const segment = namesOf(['projects'], projects, 'key')[index]
  const owner = ownerOf(asRecord(projects[index]))

  async function* followed(below: Position | undefined) {
    let trail: Trail | undefined = segment === undefined ? undefined : { segment }
    // Of the query only what ends the walk: on the way back every change may be that of the name.
    for await (const found of past.changes({ since: query.since })) {
      if (!trail) return
      const { change, position } = found
      const isSkipped = trail.until !== undefined && trail.until !== change.id
      const { steps, before }: Found = isSkipped
        ? { steps: [], before: trail }
        : follow(change, trail, owner)
      trail = before
      if (!below || isBelow(position, below)) yield { ...found, steps }
    }
  }
  return (below) =>
    resting(followed(below), ({ steps, ...found }) => {
      if (steps.length === 0) return undefined
      const visible = steps.map(withoutOwner)
      const { names, ...told } = describe(visible, { before: undefined, after: undefined })
      const shown = { ...shownChange(found), operations: operationsOf(visible), ...told }
      return isWanted({ ...shown, names }, query) ? shown : undefined
    })
}

/**
 * One change of a record of the registry, as those who may read the record may see it.
 *
 * @param changes of the record, as `projectChanges` finds them
 */
export async function findProjectChange(
  changes: ChangeSource,
  id: string,
): Promise<ShownChange | undefined> {
  const position = positionOf(id)
  if (!position) return undefined
  // The first change that is not later is the one, or there is none.
  for await (const { shown, position: at } of changes({ ...position, index: position.index + 1 })) {
    if (shown) return shown.id === id ? shown : undefined
    if (at.number < position.number) return undefined
  }
  return undefined
}

function isBelow(one: Position, other: Position): boolean {
  return one.number < other.number || (one.number === other.number && one.index < other.index)
}

function follow(change: Change, { segment, until }: Trail, owner: string | undefined): Found {
  const steps = change.steps.flatMap((step) => stepsOfRecords(step, segment))
  if (until !== undefined) {
    // The change that a restoring one took back.
    const removed = steps.filter(({ op, path }) => op === 'remove' && isRecordPath(path))
    const mine = removed.find(({ before }) => isOf(before, owner))
    return mine && removed.length === 1
      ? { steps: [mine], before: { segment: nameIn(mine) } }
      : LOST
  }
  if (steps.some((step) => isRecordPath(step.path) && comesBefore(nameIn(step), segment)))
    return LOST
  const own = steps.filter(({ path }) => nameIn({ path }) === segment)
  if (own.length === 0) return { steps: [], before: { segment } }
  const added = own.find(({ op, path }) => op === 'add' && isRecordPath(path))
  if (added) return beginning(change, added, steps, owner)
  const namesakes = steps.filter(({ path }) => isNamesake(nameIn({ path }), segment))
  // Without an owner the contacts tell whose it is: by other means somebody else's took its place.
  const isUnsure = owner === undefined && change.actor === null
  const isAnother = own.some(({ path, before, order }) => {
    if (isRecordPath(path)) return !order && (isUnsure || !isOf(before, owner))
    const member = segmentsOf(path)[2]
    return member === 'owner' || (isUnsure && member === 'user')
  })
  if (isAnother || own.some(({ op, path }) => op === 'remove' && isRecordPath(path))) return LOST
  return owner === undefined && namesakes.length > 0 ? LOST : { steps: own, before: { segment } }
}

const LOST: Found = { steps: [], before: undefined }

/** The record came to be, got another name, or was restored. */
function beginning(
  { undoes, actor, steps: all }: Change,
  added: Step,
  steps: readonly Step[],
  owner: string | undefined,
): Found {
  if (!isOf(added.after, owner)) return LOST
  const removed = steps.filter(({ op, path }) => op === 'remove' && isRecordPath(path))
  const [renamed, ...more] = removed.filter(({ before }) => isOf(before, owner))
  // Without an owner, only an edit of that one record tells that it was renamed.
  const isSure = owner !== undefined || (actor !== null && all.length === 2)
  if (renamed && more.length === 0 && isSure) {
    return { steps: [renamed, added], before: { segment: nameIn(renamed) } }
  }
  const before = undoes === null ? undefined : { segment: nameIn(added), until: undoes }
  return { steps: [added], before }
}

/** The steps at or in single records; of one that put or took all records, what it did to this one. */
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

/** Whether two segments are of records that are called alike: they are numbered as they stand. */
function isNamesake(one: string, other: string): boolean {
  return one !== other && unescaped(one) === unescaped(other)
}

/** Whether a record that comes or goes gives another of its name a new number. */
function comesBefore(one: string, other: string): boolean {
  return isNamesake(one, other) && repetitionOf(one) < repetitionOf(other)
}

function isOf(record: unknown, owner: string | undefined): boolean {
  return isRecord(record) && ownerOf(record) === owner
}

function withoutOwner(step: Step): Step {
  if (!isRecordPath(step.path)) return step
  const visible = (value: unknown) => {
    // Of an order, the names of the members.
    if (step.order && Array.isArray(value)) return value.filter((name) => name !== 'owner')
    return isRecord(value) ? publicProject(value) : value
  }
  return {
    ...step,
    ...('before' in step && { before: visible(step.before) }),
    ...('after' in step && { after: visible(step.after) }),
  }
}
