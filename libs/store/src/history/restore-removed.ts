import { holdersOf, projectOf } from '@landscape/contracts/projects'
import type { Step } from './diff.ts'
import { repetitionOf, segmentsOf, unescaped } from '@landscape/contracts/change-path'
import { mayShareName, namesOf } from './element-names.ts'

/** The named parts of an object or array. */
export interface Parts {
  names: string[]
  values: unknown[]
}

interface Target {
  /** Path of the array or object. */
  list: string[]
  /** Whether the elements are named by their indexes, so that a name can be inserted again. */
  byIndex: boolean
  /** Receives the paths whose names are in use. */
  conflicts: string[]
}

/** A removed part, and the index of the present part before which it is inserted. */
interface Restored {
  name: string
  value: unknown
  index: number
}

/** Inserts removed parts again, at their previous positions. The steps are in the order of these positions. */
export function restoreRemoved(
  parts: Parts,
  steps: readonly Step[],
  { list, byIndex, conflicts }: Target,
): void {
  if (steps.length === 0) return
  const { names, values } = parts
  const taken = new Set(names)
  const namesakes = createNamesakes(parts)
  const restored: Restored[] = []
  let isNumbered = false
  for (const { path, at, position, before } of steps) {
    const name = segmentsOf(path).at(-1) ?? ''
    const wanted = at.at(-1)
    const last = typeof wanted === 'number' ? wanted : (position ?? Infinity)
    let index = Math.min(last - restored.length, values.length)
    if (mayShareName(list, before)) {
      if (namesakes.haveHolderOf(name, before)) {
        conflicts.push(path)
        continue
      }
      index = namesakes.place(name, index)
      isNumbered = namesakes.add(name, before) || isNumbered
    } else if (!byIndex && taken.has(name)) {
      conflicts.push(path)
      continue
    }
    taken.add(name)
    restored.push({ name, value: before, index })
  }
  insert(parts, restored)
  if (isNumbered) parts.names = namesOf(list, parts.values, 'key')
}

/** Inserts parts before the present parts with their indexes. */
function insert(parts: Parts, restored: readonly Restored[]): void {
  const made: Parts = { names: [], values: [] }
  let next = 0
  const copyUntil = (end: number) => {
    for (; next < end; next++) {
      made.names.push(parts.names[next] as string)
      made.values.push(parts.values[next])
    }
  }
  for (const { name, value, index } of restored.toSorted((a, b) => a.index - b.index)) {
    copyUntil(index)
    made.names.push(name)
    made.values.push(value)
  }
  copyUntil(parts.values.length)
  parts.names = made.names
  parts.values = made.values
}

/** Elements of one name. */
interface Namesakes {
  /** Indexes of the present ones, ascending. */
  present: number[]
  restored: number
  /** E-mail addresses whose projects must not share the name. */
  holders: Set<string>
}

/** The projects of each name, which may be equal when their holders differ. */
function createNamesakes({ names, values }: Parts) {
  let known: Map<string, Namesakes> | undefined
  const namesakesOf = (segment: string): Namesakes => {
    if (!known) {
      known = new Map()
      for (const [index, name] of names.entries()) {
        const namesakes = groupOf(known, unescaped(name))
        namesakes.present.push(index)
        addHolders(namesakes, values[index])
      }
    }
    return groupOf(known, unescaped(segment))
  }
  return {
    /** Whether a holder of the project has another project with the name. */
    haveHolderOf(segment: string, project: unknown): boolean {
      const { holders } = namesakesOf(segment)
      return holdersIn(project).some((email) => holders.has(email))
    },
    /** The index at which a project gets its repetition number again, which earlier changes use in their paths. */
    place(segment: string, wanted: number): number {
      const { present, restored } = namesakesOf(segment)
      const before = Math.max(0, repetitionOf(segment) - 1 - restored)
      const earliest = (present[Math.min(before, present.length) - 1] ?? -1) + 1
      return Math.min(Math.max(wanted, earliest), present[before] ?? values.length)
    },
    /** Counts a restored project; returns whether it has namesakes. */
    add(segment: string, project: unknown): boolean {
      const namesakes = namesakesOf(segment)
      addHolders(namesakes, project)
      return namesakes.present.length + namesakes.restored++ > 0
    },
  }
}

function groupOf(groups: Map<string, Namesakes>, name: string): Namesakes {
  const known = groups.get(name) ?? { present: [], restored: 0, holders: new Set() }
  groups.set(name, known)
  return known
}

function addHolders({ holders }: Namesakes, project: unknown): void {
  for (const email of holdersIn(project)) holders.add(email)
}

function holdersIn(element: unknown): readonly string[] {
  const project = projectOf(element)
  return project.isOpaque ? [] : holdersOf(project)
}
