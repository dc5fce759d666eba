import { keyOf } from '@landscape/contracts/admit'
import { sorted } from '../join/sorted.ts'
import type { Technology } from '../join/landscape.ts'
import { MAX_COMPARED_NAMES } from './look-alike-index.ts'
import { changedForms, ONE_LETTER, RULES } from './name-forms.ts'

/** Technologies whose names look alike: two of them, or several that share one form. */
export interface LookAlike {
  /** The most used first; at most 20. */
  technologies: readonly Technology[]
  /** Number of other technologies with this form. */
  omitted: number
  why: string
}

export interface LookAlikes {
  groups: readonly LookAlike[]
  /** Number of other groups. */
  omitted: number
  /** Number of names beyond the 2,000 most used, which are not compared. */
  notCompared: number
}

const MAX_NAMES = 20
const MAX_GROUPS = 500

/** The technologies with one form of a name. */
interface Group {
  why: string
  members: Set<Technology>
  omitted: number
}

/**
 * Groups of technologies that look alike, each by the first reason that applies. Its cost and its result grow with
 * the names and their length, not with the pairs. A generator, so that `inSlices` can serve requests in the meantime.
 */
export function* findLookAlikes(technologies: readonly Technology[]): Generator<void, LookAlikes> {
  const compared = (yield* sorted(technologies, byUse)).slice(0, MAX_COMPARED_NAMES)
  const byKey = new Map<string, Technology>(
    compared.map((technology) => [keyOf(technology.name), technology]),
  )
  const groups = new Map<string, Group>()
  const add = (form: string, why: string, technology: Technology) => {
    const group = groups.get(form) ?? { why, members: new Set(), omitted: 0 }
    groups.set(form, group)
    if (group.members.size < MAX_NAMES) group.members.add(technology)
    else if (!group.members.has(technology)) group.omitted++
  }
  for (const { why, formsOf } of RULES) {
    for (const technology of compared) {
      for (const form of formsOf(technology.name)) {
        const other = byKey.get(form)
        if (!other || other === technology) continue
        add(`${why} ${form}`, why, other)
        add(`${why} ${form}`, why, technology)
      }
      yield
    }
  }
  for (const technology of byKey.values()) {
    const forms = changedForms(keyOf(technology.name), byKey)
    for (const form of forms) add(form, ONE_LETTER, technology)
    yield
  }
  const lookAlikes = yield* withoutRepeated([...groups.values()])
  return { ...lookAlikes, notCompared: technologies.length - compared.length }
}

/** Omits groups of one technology, and those whose technologies are together in an earlier group. */
function* withoutRepeated(all: readonly Group[]): Generator<void, Omit<LookAlikes, 'notCompared'>> {
  const groups: LookAlike[] = []
  const numbersOf = new Map<Technology, Set<number>>()
  let omitted = 0
  for (const { why, members, omitted: further } of all) {
    if (members.size < 2) continue
    yield
    const known = [...members].map((member) => numbersOf.get(member) ?? new Set<number>())
    if (known.reduce((shared, numbers) => shared.intersection(numbers)).size > 0) continue
    if (groups.length === MAX_GROUPS) {
      omitted++
      continue
    }
    for (const member of members)
      numbersOf.set(member, (numbersOf.get(member) ?? new Set()).add(groups.length))
    const technologies = [...members].sort(byUse)
    groups.push({ why, technologies, omitted: further })
  }
  return { groups, omitted }
}

function byUse(a: Technology, b: Technology): number {
  return b.projects.length - a.projects.length || (a.slug < b.slug ? -1 : 1)
}
