import { isDeepStrictEqual } from 'node:util'
import { asRecord, isRecord, pairUp, type JsonRecord } from '@landscape/contracts'
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
  const part = Object.fromEntries(membersMeant(sent, wholeProject(stored), source))
  if (!isRecord(part['supporting_tools'])) return part
  const meant = withFirstNames(part['supporting_tools'], named, tools)
  return { ...part, supporting_tools: Object.fromEntries(withoutSecondNames(meant, named, tools)) }
}

type Members = (readonly [name: string, value: unknown])[]

/** Tools with those that came back under a second name alone, as from forms that know no other. */
function withFirstNames(meant: JsonRecord, named: JsonRecord, stored: JsonRecord): JsonRecord {
  const isRepeated = (name: string) =>
    (own(stored, name) ?? null) === null &&
    Object.hasOwn(meant, name) &&
    isDeepStrictEqual(meant[name], own(named, name))
  const first = Object.entries(stored).filter(
    ([name, value]) =>
      !Object.hasOwn(meant, name) && Object.keys(withToolNames({ [name]: value })).some(isRepeated),
  )
  return { ...meant, ...Object.fromEntries(first) }
}

/** Tools without the names that they were only repeated under. */
function withoutSecondNames(meant: JsonRecord, named: JsonRecord, stored: JsonRecord): Members {
  return Object.entries(meant).flatMap(([name, value]): Members => {
    if (!isDeepStrictEqual(value, own(named, name))) return [[name, value]]
    return Object.hasOwn(stored, name) ? [[name, stored[name]]] : []
  })
}

function membersMeant(sent: JsonRecord, shown: JsonRecord, stored: unknown): Members {
  return Object.entries(sent).flatMap(([name, value]): Members => {
    const part = meantBy(value, own(shown, name), own(asRecord(stored), name))
    return part === undefined ? [] : [[name, part]]
  })
}

/** What is meant by one value; `undefined`: what was filled in, so nothing. */
function meantBy(sent: unknown, shown: unknown, stored: unknown): unknown {
  // Programs that join lists look for both of a changed pair.
  const isEmptyList = Array.isArray(sent) && sent.length === 0
  if (isDeepStrictEqual(sent, shown)) return stored === undefined && isEmptyList ? sent : stored
  if (isRecord(sent) && isRecord(shown)) {
    return Object.fromEntries(membersMeant(sent, shown, stored))
  }
  if (!Array.isArray(sent) || !Array.isArray(shown)) return sent
  const pairs = pairUp(sent, shown)
  const elements: readonly unknown[] = Array.isArray(stored) ? stored : []
  return sent.flatMap((element: unknown, i): unknown[] => {
    const place = pairs[i] ?? -1
    if (place < 0 || !isRecord(element)) return [element]
    const part = meantBy(element, shown[place], elements[place])
    return part === undefined ? [] : [part]
  })
}

function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
