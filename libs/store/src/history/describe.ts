import { asRecord, type JsonRecord, recordsOf } from '@landscape/contracts/json'
import type { Step } from './diff.ts'
import { segmentsOf, unescaped } from '@landscape/contracts/change-path'
import { isElementPath, subjectsOf, type Sides, type Touched } from './subjects.ts'

/** Maximum number of alterations that a summary states, and of subjects that it names for each; others are counted. */
const MAX_NAMED = 3
const MAX_NAME_LENGTH = 60
const MAX_REASON_LENGTH = 120

/**
 * Describes a change: the subjects that it altered, their other names, and a summary in one line.
 */
export function describe(
  steps: readonly Step[],
  sides: Sides,
): { subjects: string[]; names: string[]; summary: string } {
  // A damaged version was replaced by the previous one.
  if (steps.length === 0) return { subjects: [], names: [], summary: 'nothing was changed' }
  const { subjects, names } = subjectsOf(steps, sides)
  return {
    subjects: subjects.map(({ subject }) => subject),
    names,
    summary: summaryOf(subjects, ringNames(sides)),
  }
}

/** Subjects that were altered in the same way are named together: `Go, Zig and 297 more removed; Python: stage`. */
function summaryOf(touched: readonly Touched[], rings: Map<unknown, string>): string {
  const groups = [...Map.groupBy(touched, (one) => alterationOf(one, rings))]
  const stated = groups.slice(0, MAX_NAMED)
  const summaries = stated.map(([alteration, group]) => `${namedOf(group)}${alteration}`)
  const others = touched.length - stated.reduce((sum, [, { length }]) => sum + length, 0)
  return [...summaries, ...(others > 0 ? [`and ${others} more`] : [])].join('; ')
}

function namedOf(group: readonly Touched[]): string {
  const names = group.slice(0, MAX_NAMED).map(titleOf).join(', ')
  return group.length > MAX_NAMED ? `${names} and ${group.length - MAX_NAMED} more` : names
}

function titleOf({ subject, steps: [step], before, after }: Touched): string {
  const { title } = asRecord(after ?? before)
  const isEntry = step !== undefined && isEntryStep(step)
  return short(isEntry && typeof title === 'string' ? title : subject)
}

/** The alteration of a subject in a summary, after its name: ` added`, `: stage`, `: Assess → Trial (it scales)`. */
function alterationOf(touched: Touched, rings: Map<unknown, string>): string {
  const { steps } = touched
  const depth = (step: Step) => segmentsOf(step.path).length
  const ofElement = steps.find(
    (step) => depth(step) === 2 && step.op !== 'replace' && isElementPath(step),
  )
  if (ofElement) return ` ${ofElement.op === 'add' ? 'added' : 'removed'}`
  const move = steps.some(isEntryStep) ? moveOf(touched, rings) : undefined
  return `: ${move ?? [...new Set(steps.flatMap(partsOf))].slice(0, 5).join(', ')}`
}

function isEntryStep({ path }: Step): boolean {
  return path.startsWith('/entries/')
}

/** The rings of a moved entry, and the reason of a new position; undefined when it stays in its ring. */
function moveOf({ before, after }: Touched, rings: Map<unknown, string>): string | undefined {
  const [earlier, later] = [before, after].map((entry) => recordsOf(asRecord(entry)['timeline']))
  if (!earlier || !later) return undefined
  const { directorate, description } =
    (later.length < earlier.length ? earlier : later).at(-1) ?? {}
  const isOfOwner = (position: JsonRecord) =>
    ownerOf(position['directorate']) === ownerOf(directorate)
  const [from, to] = [earlier, later].map((timeline) => timeline.findLast(isOfOwner)?.['ringId'])
  if (from === to || typeof to !== 'string') return undefined
  const nameOf = (ring: unknown) => (typeof ring === 'string' ? short(rings.get(ring) ?? ring) : '')
  const reason = later.length > earlier.length ? reasonOf(description) : ''
  return `${nameOf(from)} → ${nameOf(to)}${reason}`.trimStart()
}

/** The directorate of a position as a string; an absent one is the default one, as is 0. */
function ownerOf(directorate: unknown): string {
  return typeof directorate === 'string'
    ? directorate.trim().toLowerCase()
    : JSON.stringify(directorate ?? 0)
}

/** A description in parentheses, without a repetition of the move. */
function reasonOf(description: unknown): string {
  if (typeof description !== 'string') return ''
  const line = description.trim().replaceAll(/\s+/g, ' ')
  const reason = line.replace(/^moved from \S+ to \w+[:.,]? ?/i, '')
  return reason === '' ? '' : ` (${short(reason, MAX_REASON_LENGTH)})`
}

/** Short descriptions of the parts of its subject that a step alters. */
function partsOf(step: Step): string[] {
  const { op, path, at, before, after, order } = step
  const [, ...inside] = segmentsOf(path).map(unescaped)
  if (order) return ['order']
  const part = isElementPath(step) ? inside[1] : inside[0]
  if (part === undefined) {
    if (op !== 'replace') return [PAST[op]]
    return Array.isArray(before) && Array.isArray(after) ? countsOf(before, after) : ['changed']
  }
  const value = after ?? before
  if (op === 'replace') return [short(part)]
  if (!isElementPath(step) && inside.length === 1) return [`${short(part)} ${PAST[op]}`]
  const isItem = typeof at.at(-1) === 'number' && typeof value === 'string'
  if (!isItem) return [short(part)]
  return [`${short(value)} ${PAST[op]} ${op === 'add' ? 'to' : 'from'} ${short(part)}`]
}

const PAST = { add: 'added', remove: 'removed' } as const

/** The items that only one of two arrays has, in their order; equal items are counted. */
function alteredItems(
  before: readonly unknown[],
  after: readonly unknown[],
): { added: unknown[]; removed: unknown[] } {
  return { added: without(after, before), removed: without(before, after) }
}

function without(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  const counts = new Map<string, number>()
  for (const other of others) {
    const key = JSON.stringify(other)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return items.filter((item) => {
    const key = JSON.stringify(item)
    const count = counts.get(key) ?? 0
    if (count > 0) counts.set(key, count - 1)
    return count === 0
  })
}

/** The numbers of items of an array that a step replaces. */
function countsOf(before: readonly unknown[], after: readonly unknown[]): string[] {
  const { added, removed } = alteredItems(before, after)
  const counts = [
    [added.length, 'added'],
    [removed.length, 'removed'],
  ] as const
  const shown = counts.flatMap(([count, verb]) => (count > 0 ? [`${count} ${verb}`] : []))
  return shown.length > 0 ? shown : ['order']
}

function ringNames({ before, after }: Sides): Map<unknown, string> {
  const rings = [before, after].flatMap((document) => recordsOf(asRecord(document)['rings']))
  const named = (ring: JsonRecord): [unknown, string] => [ring['id'], String(ring['name'])]
  return new Map(rings.filter(({ name }) => typeof name === 'string').map(named))
}

function short(text: string, max = MAX_NAME_LENGTH): string {
  return text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text
}
