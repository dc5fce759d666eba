import { asRecord, isRecord, recordsOf, type JsonRecord } from '@landscape/contracts'
import type { Step } from './diff.ts'
import { naturalName, segmentsOf, unescaped } from './paths.ts'

/** The document on both sides of a change. */
interface Sides {
  before: unknown
  after: unknown
}

/** What happened to one subject. */
interface Touched {
  subject: string
  /** What it is called in paths, when it is an element of a list. */
  name?: string
  steps: Step[]
  before: unknown
  after: unknown
}

/** A summary names so many subjects; of the others it says how many there are. */
const NAMED = 3
const MAX_NAME = 60

/**
 * What people call the places that a change altered, each once, what else these are called, and the
 * change in one line.
 */
export function describe(
  steps: readonly Step[],
  sides: Sides,
): { subjects: string[]; names: string[]; summary: string } {
  // A damaged version that was replaced by the one before it.
  if (steps.length === 0) return { subjects: [], names: [], summary: 'no place was changed' }
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
  const told = all.slice(0, NAMED).map((one) => summaryOf(one, rings))
  const others = all.length - told.length
  return {
    subjects: [...touched.keys()],
    names: [...names].filter((name) => !touched.has(name)),
    summary: others > 0 ? `${told.join('; ')}; and ${others} more` : told.join('; '),
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
    const elements = asRecord(document)[member]
    return Array.isArray(elements) && typeof index === 'number' ? elements[index] : undefined
  }
  if (name === undefined || !isElementPath(step)) {
    return {
      subject: list === '' ? 'document' : list,
      before: asRecord(before)[member],
      after: asRecord(after)[member],
    }
  }
  // Where an element stands may differ on both sides; what is called alike is the same one.
  const isSame = (element: unknown) => element !== undefined && naturalName(list, element) === name
  const counterpart = (document: unknown, elementOf: ElementOf) => {
    const here = inList(document)
    return isSame(here) ? here : elementOf(list, member, name)
  }
  const isWhole = at.length === 2
  const was = isWhole && op === 'add' ? undefined : counterpart(before, named.before)
  const is = isWhole && op === 'remove' ? undefined : counterpart(after, named.after)
  const text = list === 'messages' ? bannerText(is ?? was ?? inList(after) ?? inList(before)) : name
  return { subject: text ?? name, name, before: was, after: is }
}

/** What an element of a list is called in paths, and its titles on both sides. */
function allNamesOf({ name, before, after }: Omit<Touched, 'steps'>): string[] {
  if (name === undefined) return []
  return [name, asRecord(before)['title'], asRecord(after)['title']].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as string[]
}

/** The first element of a list that is called so. */
type ElementOf = (list: string, member: string | number, name: string) => JsonRecord | undefined

/** Every list is looked through once, however many of its elements a change touched. */
function namesIn(document: unknown): ElementOf {
  const lists = new Map<string | number, Map<unknown, JsonRecord>>()
  return (list, member, name) => {
    let names = lists.get(member)
    if (!names) {
      names = new Map(
        recordsOf(asRecord(document)[member])
          .toReversed()
          .map((element) => [naturalName(list, element), element]),
      )
      lists.set(member, names)
    }
    return names.get(name)
  }
}

function bannerText(banner: unknown): string | undefined {
  const { message, title } = asRecord(banner)
  return [message, title].find((text) => typeof text === 'string' && text !== '') as
    string | undefined
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
  const whole = steps.find(
    (step) => depth(step) === 2 && step.op !== 'replace' && isElementPath(step),
  )
  if (whole) return `${name} ${whole.op === 'add' ? 'added' : 'removed'}`
  const [from, to] = [ringOf(before), ringOf(after)]
  if (isEntry && from !== undefined && to !== undefined && from !== to) {
    return `${name}: ${rings.get(from) ?? short(from)} → ${rings.get(to) ?? short(to)}`
  }
  return `${name}: ${[...new Set(steps.map(partOf))].slice(0, 5).join(', ')}`
}

/** A technology list that is called like those of elements holds texts. */
function isElementPath({ path, before, after }: Step): boolean {
  const isText = segmentsOf(path).length === 2 && typeof (after ?? before) === 'string'
  return /^\/(entries|projects|messages)\//.test(path) && !isText
}

/** The part of its subject that a step alters, as a word or two. */
function partOf(step: Step): string {
  const [, ...inside] = segmentsOf(step.path).map(unescaped)
  if (step.order) return 'order'
  const part = isElementPath(step) ? inside[1] : inside[0]
  if (part === undefined)
    return step.op === 'add' ? 'added' : step.op === 'remove' ? 'removed' : 'changed'
  const isItem = !isElementPath(step) && inside.length === 1 && step.op !== 'replace'
  return isItem ? `${short(part)} ${step.op === 'add' ? 'added' : 'removed'}` : short(part)
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
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME - 1)}…` : text
}
