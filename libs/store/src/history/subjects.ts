import { asRecord, type JsonRecord, ownMember, recordsOf } from '@landscape/contracts/json'
import type { Step } from './diff.ts'
import { segmentsOf, unescaped } from '@landscape/contracts/change-path'
import { naturalName } from './element-names.ts'

/** The document before and after a change. */
export interface Sides {
  before: unknown
  after: unknown
}

/** The steps of one subject. */
export interface Touched {
  subject: string
  /** Its name in paths, when it is an array element. */
  name?: string
  steps: Step[]
  before: unknown
  after: unknown
}

/** The subjects that steps alter, in the order of their first steps, and their other names. */
export function subjectsOf(
  steps: readonly Step[],
  sides: Sides,
): { subjects: Touched[]; names: string[] } {
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
  return {
    subjects: [...touched.values()],
    names: [...names].filter((name) => !touched.has(name)),
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

/** Whether a step is in an array of elements; a technology list of the same name contains strings. */
export function isElementPath({ path, before, after }: Step): boolean {
  const isText = segmentsOf(path).length === 2 && typeof (after ?? before) === 'string'
  return /^\/(entries|projects|messages|keys)\//.test(path) && !isText
}
