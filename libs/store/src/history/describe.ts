import {
  asRecord,
  isRecord,
  type JsonRecord,
  ownMember,
  recordsOf,
} from '@landscape/contracts/json'
import { alteredItems } from './altered-items.ts'
import type { Step } from './diff.ts'
import { naturalName, segmentsOf, unescaped } from './paths.ts'

/** The document before and after a change. */
interface Sides {
  before: unknown
  after: unknown
}

/** The steps of one subject. */
interface Touched {
  subject: string
  /** Its name in paths, when it is an array element. */
  name?: string
  steps: Step[]
  before: unknown
  after: unknown
}

/** Maximum number of subjects that a summary names; it counts the others. */
const MAX_NAMED = 3
const MAX_NAME_LENGTH = 60

/**
 * Describes a change: the subjects that it altered, their other names, and a summary in one line.
 */
export function describe(
  steps: readonly Step[],
  sides: Sides,
): { subjects: string[]; names: string[]; summary: string } {
  // A damaged version was replaced by the previous one.
  if (steps.length === 0) return { subjects: [], names: [], summary: 'nothing was changed' }
  const touched = new Map<string, Touched>()
  const names = new Set<string>()
  const named = { before: namesIn(sides.before), after: namesIn(sides.after) }
  for (const step of steps) {
    const found = subjectOf(step, sides, named)
    for (const name of allNamesOf(found)) names.add(name)
    const known = touched.get(found.subject)
    if (known) known.steps.push(step)
    else touched.set(found.subject, { ...found, steps: [step] })
  }
  const all = [...touched.values()]
  const rings = ringNames(sides)
  const summaries = all.slice(0, MAX_NAMED).map((one) => summaryOf(one, rings))
  const others = all.length - summaries.length
  return {
    subjects: [...touched.keys()],
    names: [...names].filter((name) => !touched.has(name)),
    summary: [...summaries, ...(others > 0 ? [`and ${others} more`] : [])].join('; '),
  }
}

function subjectOf(
  step: Step,
  { before, after }: Sides,
  named: { before: ElementOf; after: ElementOf },
): Omit<Touched, 'steps'> {
  const { op, path, at } = step
  const [list = '', name] = segmentsOf(path).map(unescaped)
  const [member = '', index] = at
  const inList = (document: unknown) => {
    const elements = ownMember(asRecord(document), String(member))
    return Array.isArray(elements) && typeof index === 'number' ? elements[index] : undefined
  }
  if (name === undefined || !isElementPath(step)) {
    return {
      subject: list === '' ? 'document' : list,
      before: ownMember(asRecord(before), String(member)),
      after: ownMember(asRecord(after), String(member)),
    }
  }
  // Elements with the same name are the same subject, whatever their index.
  const isSame = (element: unknown) => element !== undefined && naturalName(list, element) === name
  const counterpart = (document: unknown, elementOf: ElementOf) => {
    const here = inList(document)
    return isSame(here) ? here : elementOf(list, member, name)
  }
  const isElement = at.length === 2
  const was = isElement && op === 'add' ? undefined : counterpart(before, named.before)
  const is = isElement && op === 'remove' ? undefined : counterpart(after, named.after)
  const text = shownName(list, is ?? was ?? inList(after) ?? inList(before)) ?? name
  return { subject: text, name, before: was, after: is }
}

/** The name of an array element in paths, and its titles before and after. */
function allNamesOf({ name, before, after }: Omit<Touched, 'steps'>): string[] {
  if (name === undefined) return []
  return [name, asRecord(before)['title'], asRecord(after)['title']].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as string[]
}

/** Finds the first element of an array with a name. */
type ElementOf = (list: string, member: string | number, name: string) => JsonRecord | undefined

/** Finds elements by name; each array is indexed once. */
function namesIn(document: unknown): ElementOf {
  const lists = new Map<string | number, Map<unknown, JsonRecord>>()
  return (list, member, name) => {
    let names = lists.get(member)
    if (!names) {
      names = new Map(
        recordsOf(ownMember(asRecord(document), String(member)))
          .toReversed()
          .map((element) => [naturalName(list, element), element]),
      )
      lists.set(member, names)
    }
    return names.get(name)
  }
}

/** Display name of an element; undefined when it is its name in paths. */
function shownName(list: string, element: unknown): string | undefined {
  const { message, title, name } = asRecord(element)
  const texts = list === 'messages' ? [message, title] : list === 'keys' ? [name] : []
  return texts.find((text) => typeof text === 'string' && text !== '') as string | undefined
}

function summaryOf(
  { subject, steps, before, after }: Touched,
  rings: Map<unknown, string>,
): string {
  const title = asRecord(after ?? before)['title']
  const isEntry =
    isRecord(after ?? before) && steps.some(({ path }) => path.startsWith('/entries/'))
  const name = short(isEntry && typeof title === 'string' ? title : subject)
  const depth = (step: Step) => segmentsOf(step.path).length
  const ofElement = steps.find(
    (step) => depth(step) === 2 && step.op !== 'replace' && isElementPath(step),
  )
  if (ofElement) return `${name} ${ofElement.op === 'add' ? 'added' : 'removed'}`
  const [from, to] = [ringOf(before), ringOf(after)]
  if (isEntry && from !== undefined && to !== undefined && from !== to) {
    return `${name}: ${rings.get(from) ?? short(from)} → ${rings.get(to) ?? short(to)}`
  }
  return `${name}: ${[...new Set(steps.flatMap(partsOf))].slice(0, 5).join(', ')}`
}

/** Whether a step is in an array of elements; a technology list of the same name contains strings. */
function isElementPath({ path, before, after }: Step): boolean {
  const isText = segmentsOf(path).length === 2 && typeof (after ?? before) === 'string'
  return /^\/(entries|projects|messages|keys)\//.test(path) && !isText
}

/** Short descriptions of the parts of its subject that a step alters. */
function partsOf(step: Step): string[] {
  const { op, path, before, after, order } = step
  const [, ...inside] = segmentsOf(path).map(unescaped)
  if (order) return ['order']
  const part = isElementPath(step) ? inside[1] : inside[0]
  if (part === undefined) {
    if (op !== 'replace') return [PAST[op]]
    return Array.isArray(before) && Array.isArray(after) ? countsOf(before, after) : ['changed']
  }
  const isItem = !isElementPath(step) && inside.length === 1 && op !== 'replace'
  return [isItem ? `${short(part)} ${PAST[op]}` : short(part)]
}

const PAST = { add: 'added', remove: 'removed' } as const

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

/** The ring of an entry: that of its last timeline item. */
function ringOf(entry: unknown): string | undefined {
  const ring = recordsOf(asRecord(entry)['timeline']).at(-1)?.['ringId']
  return typeof ring === 'string' ? ring : undefined
}

function ringNames({ before, after }: Sides): Map<unknown, string> {
  const rings = [before, after].flatMap((document) => recordsOf(asRecord(document)['rings']))
  const named = (ring: JsonRecord): [unknown, string] => [ring['id'], String(ring['name'])]
  return new Map(rings.filter(({ name }) => typeof name === 'string').map(named))
}

function short(text: string): string {
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH - 1)}…` : text
}
