import { asRecord, isRecord, recordsOf, type JsonRecord } from '@landscape/contracts/json'
import { shortened } from '@landscape/views/shortened'

/** Display names of the parts of a document. */
export interface Labels {
  /** Title of an entry, or quoted message of a banner, by id; undefined when the document lacks it. */
  titleOf(list: string, id: string): string | undefined
  /** Complete title of an entry; undefined when the document lacks it. */
  entryTitle(id: string): string | undefined
  /** Name of a ring, also of `review` and `ignore`; the id when it is unknown. */
  ring(id: unknown): string
  quadrant(id: unknown): string
  /** The positions in the timeline of an entry, oldest first. */
  timelineOf(entry: string): readonly JsonRecord[]
}

/** Maximum width of a title in a sentence, in em. */
const MAX_TITLE = 36
const BY_TITLE = ['title', 'name'] as const

/**
 * The display names in a document.
 *
 * @param document its stored value; undefined when it does not exist
 */
export function labelsOf(document: unknown): Labels {
  const { entries, messages, rings, quadrants, keys } = asRecord(document)
  const elements = {
    entries: byId(entries, ({ id }) => id),
    messages: byId(messages, ({ id }) => id),
    rings: byId(rings, ({ id }) => id),
    quadrants: byId(quadrants, ({ id }) => id),
    keys: byId(keys, ({ id }) => id),
  }
  const found = (list: string, id: string) =>
    Object.hasOwn(elements, list) ? elements[list as keyof typeof elements].get(id) : undefined
  const titleOf = (list: string, id: string) => titleIn(list, found(list, id))
  return {
    titleOf,
    entryTitle: (id) => BY_TITLE.map((member) => elements.entries.get(id)?.[member]).find(isText),
    ring: (id) => titleOf('rings', String(id)) ?? ringName(String(id)),
    quadrant: (id) => titleOf('quadrants', String(id)) ?? String(id),
    timelineOf: (entry) => recordsOf(elements.entries.get(entry)?.['timeline']),
  }
}

/** Display name of an element of a document; undefined when it has none. */
export function titleIn(list: string, element: unknown): string | undefined {
  if (!isRecord(element)) return undefined
  if (list === 'messages') return quotedMessage(element)
  const title = BY_TITLE.map((member) => element[member]).find(isText)
  if (title === undefined) return undefined
  return list === 'rings' ? ringName(title) : shortened(title, MAX_TITLE)
}

function quotedMessage({ message, description, title }: JsonRecord): string | undefined {
  const text = [message, description, title].find(isText)
  return text === undefined ? undefined : quoted(text)
}

/** A title in quotation marks, shortened. */
export function quoted(text: string): string {
  return `“${shortened(text, MAX_TITLE)}”`
}

/** The name of a ring; one in capitals, or an id, gets a capital first letter only. */
function ringName(name: string): string {
  const isUniform = name === name.toUpperCase() || name === name.toLowerCase()
  const text = shortened(name, MAX_TITLE)
  return isUniform ? text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase() : text
}

function byId(elements: unknown, idOf: (element: JsonRecord) => unknown) {
  return new Map(recordsOf(elements).map((element) => [idOf(element), element]))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
