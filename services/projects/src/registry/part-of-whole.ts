import { isDeepStrictEqual } from 'node:util'
import {
  asRecord,
  elementsOf,
  isRecord,
  ownMember,
  pairUp,
  type JsonRecord,
} from '@landscape/contracts'
import { asShown } from './as-shown.ts'
import type { Project } from './project.ts'
import { wholeProject, withToolNames } from './whole-project.ts'

/**
 * What a client that was shown a whole project means to be stored: where it sends what it was shown, what
 * is stored, or nothing where that was only filled in; where it sends something else, that.
 */
export function partOfWhole(sent: JsonRecord, stored: Project): JsonRecord {
  const tools = asRecord(stored['supporting_tools'])
  const named = withToolNames(tools)
  const source = isRecord(stored['supporting_tools'])
    ? { ...stored, supporting_tools: named }
    : stored
  const shown = wholeProject(stored)
  const part = membersMeant(asShown(sent, shown), shown, source)
  if (!isRecord(part['supporting_tools'])) return part
  const meant = withFirstNames(part['supporting_tools'], named, tools)
  const once = Object.fromEntries(withoutSecondNames(meant, named, tools))
  return { ...part, supporting_tools: inOrderOf(tools, once) }
}

type Members = (readonly [name: string, value: unknown])[]

/** Tools with those whose second name alone came back unchanged, as from forms that know no other. */
function withFirstNames(meant: JsonRecord, named: JsonRecord, stored: JsonRecord): JsonRecord {
  const cameBack = (name: string) =>
    Object.hasOwn(meant, name) && isDeepStrictEqual(meant[name], ownMember(named, name))
  const first = Object.entries(stored).filter(
    ([name, value]) =>
      !Object.hasOwn(meant, name) && Object.keys(withToolNames({ [name]: value })).some(cameBack),
  )
  return { ...meant, ...Object.fromEntries(first) }
}

/** Tools without the names that they were only repeated under. */
function withoutSecondNames(meant: JsonRecord, named: JsonRecord, stored: JsonRecord): Members {
  return Object.entries(meant).flatMap(([name, value]): Members => {
    if (!isDeepStrictEqual(value, ownMember(named, name))) return [[name, value]]
    return Object.hasOwn(stored, name) ? [[name, stored[name]]] : []
  })
}

function membersMeant(sent: JsonRecord, shown: JsonRecord, stored: unknown): JsonRecord {
  const members = Object.entries(sent).flatMap(([name, value]): Members => {
    const part = meantBy(value, ownMember(shown, name), ownMember(asRecord(stored), name))
    return part === undefined ? [] : [[name, part]]
  })
  return inOrderOf(asRecord(stored), Object.fromEntries(members))
}

/** The members of a record, first those that another has, in its order. */
function inOrderOf(order: JsonRecord, record: JsonRecord): JsonRecord {
  const known = Object.keys(order).filter((name) => Object.hasOwn(record, name))
  return Object.fromEntries([
    ...known.map((name) => [name, record[name]]),
    ...Object.entries(record),
  ])
}

/** What is meant by one value; `undefined`: what was filled in, so nothing. */
function meantBy(sent: unknown, shown: unknown, stored: unknown): unknown {
  // Programs that join lists look for both of a changed pair.
  const isEmptyList = Array.isArray(sent) && sent.length === 0
  if (isDeepStrictEqual(sent, shown)) return stored === undefined && isEmptyList ? sent : stored
  if (isBlank(sent) && isBlank(shown)) return stored
  if (isRecord(sent) && isRecord(shown)) return membersMeant(sent, shown, stored)
  if (!Array.isArray(sent) || !Array.isArray(shown)) return sent
  const pairs = pairUp(sent, shown)
  const elements = elementsOf(stored)
  return sent.flatMap((element: unknown, i): unknown[] => {
    const place = pairs[i] ?? -1
    if (place < 0 || !isRecord(element)) return [element]
    const part = meantBy(element, shown[place], elements[place])
    return part === undefined ? [] : [part]
  })
}

/** Whether nothing was filled in: pages send "" or [] where they were shown null. */
function isBlank(value: unknown): boolean {
  if (value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isBlank)
  return isRecord(value) && Object.values(value).every(isBlank)
}
