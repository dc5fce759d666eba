import { isDeepStrictEqual } from 'node:util'
import {
  asRecord,
  elementsOf,
  isRecord,
  ownMember,
  type JsonRecord,
} from '@landscape/contracts/json'
import { pairUp } from '@landscape/store/documents/unchanged'
import { restoreHiddenFields } from './restore-hidden-fields.ts'
import type { Project } from './project.ts'
import { completeProject, withToolNames } from './complete-project.ts'

/**
 * Converts the body of a client that received a complete project: unchanged values become the stored ones,
 * added values are removed, changed values stay.
 */
export function toStoredSections(sent: JsonRecord, stored: Project): JsonRecord {
  const tools = asRecord(stored['supporting_tools'])
  const named = withToolNames(tools)
  const source = isRecord(stored['supporting_tools'])
    ? { ...stored, supporting_tools: named }
    : stored
  const shown = completeProject(stored)
  const members = storedMembers(restoreHiddenFields(sent, shown), shown, source)
  if (!isRecord(members['supporting_tools'])) return members
  const restored = restoreStoredNames(members['supporting_tools'], named, tools)
  const once = Object.fromEntries(removeAliases(restored, named, tools))
  return { ...members, supporting_tools: inOrderOf(tools, once) }
}

type Members = (readonly [name: string, value: unknown])[]

/** Restores stored names of tools whose unchanged alias alone was sent. */
function restoreStoredNames(sent: JsonRecord, named: JsonRecord, stored: JsonRecord): JsonRecord {
  const isReturned = (name: string) =>
    Object.hasOwn(sent, name) && isDeepStrictEqual(sent[name], ownMember(named, name))
  const first = Object.entries(stored).filter(
    ([name, value]) =>
      !Object.hasOwn(sent, name) && Object.keys(withToolNames({ [name]: value })).some(isReturned),
  )
  return { ...sent, ...Object.fromEntries(first) }
}

/** Removes unchanged aliases of tools. */
function removeAliases(sent: JsonRecord, named: JsonRecord, stored: JsonRecord): Members {
  return Object.entries(sent).flatMap(([name, value]): Members => {
    if (!isDeepStrictEqual(value, ownMember(named, name))) return [[name, value]]
    return Object.hasOwn(stored, name) ? [[name, stored[name]]] : []
  })
}

function storedMembers(sent: JsonRecord, shown: JsonRecord, stored: unknown): JsonRecord {
  const members = Object.entries(sent).flatMap(([name, value]): Members => {
    const part = storedValue(value, ownMember(shown, name), ownMember(asRecord(stored), name))
    return part === undefined ? [] : [[name, part]]
  })
  return inOrderOf(asRecord(stored), Object.fromEntries(members))
}

/** Orders members as in another record, additional ones last. */
function inOrderOf(order: JsonRecord, record: JsonRecord): JsonRecord {
  const known = Object.keys(order).filter((name) => Object.hasOwn(record, name))
  return Object.fromEntries([
    ...known.map((name) => [name, ownMember(record, name)]),
    ...Object.entries(record),
  ])
}

/** The value to store; `undefined` for an unchanged added value. */
function storedValue(sent: unknown, shown: unknown, stored: unknown): unknown {
  // Keeps an empty array next to a changed one, since other programs join both.
  const isEmptyList = Array.isArray(sent) && sent.length === 0
  if (isDeepStrictEqual(sent, shown)) return stored === undefined && isEmptyList ? sent : stored
  if (isBlank(sent) && isBlank(shown)) return stored
  if (isRecord(sent) && isRecord(shown)) return storedMembers(sent, shown, stored)
  if (!Array.isArray(sent) || !Array.isArray(shown)) return sent
  const pairs = pairUp(sent, shown)
  const elements = elementsOf(stored)
  return sent.flatMap((element: unknown, i): unknown[] => {
    const index = pairs[i] ?? -1
    if (index < 0 || !isRecord(element)) return [element]
    const part = storedValue(element, shown[index], elements[index])
    return part === undefined ? [] : [part]
  })
}

/** Whether a value is empty: pages send "" or [] for null. */
function isBlank(value: unknown): boolean {
  if (value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isBlank)
  return isRecord(value) && Object.values(value).every(isBlank)
}
