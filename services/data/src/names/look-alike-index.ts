import { inSlices } from '@landscape/contracts/async/in-slices'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { keyOf, type Name } from '@landscape/contracts/admit'
import { sorted } from '../join/sorted.ts'
import type { Landscape, Technology } from '../join/landscape.ts'
import { createComparison, lettersRemoved, RULES } from './name-forms.ts'

/** A technology whose name looks like another, with the reason. */
export interface Resemblance {
  technology: Technology
  why: string
}

/** Finds the technologies that look like a name: those on the radar first, then the most used; none without one. */
export type LookAlikeIndex = (name: Name | undefined) => Resemblance[]

/** Maximum number of look-alikes of one technology that a response names. */
export const MAX_LOOK_ALIKES = 5
/** Maximum number of names that are compared: those on the radar first, then the most used. */
export const MAX_COMPARED_NAMES = 2_000
/** Maximum number of names of a form that a search compares: thousands can share one. */
const MAX_OF_FORM = 20
/** Maximum number of names that a search compares. */
const MAX_COMPARED = 50

/** The index of all technologies of a landscape, built once. */
export const lookAlikesIn = oncePerObject(({ technologies }: Pick<Landscape, 'technologies'>) =>
  inSlices(createLookAlikeIndex(technologies)),
)

/**
 * Indexes the names by their forms: a search compares a name with those that share a form, not with all. A
 * generator, so that `inSlices` can serve requests in the meantime.
 */
export function* createLookAlikeIndex(
  technologies: readonly Technology[],
): Generator<void, LookAlikeIndex> {
  const byKey = new Map<string, Technology[]>()
  const byForm = new Map<string, Technology[]>()
  const add = (index: typeof byKey, form: string, technology: Technology) => {
    const known = index.get(form)
    if (!known) index.set(form, [technology])
    else if (known.length < MAX_OF_FORM) known.push(technology)
  }
  // The bounds keep the best.
  for (const technology of (yield* sorted(technologies, compare)).slice(0, MAX_COMPARED_NAMES)) {
    yield
    const { key, rules, letters } = formsOf(technology.name)
    add(byKey, key, technology)
    for (const form of [...rules, ...letters]) add(byForm, form, technology)
  }
  return (name) => {
    if (name === undefined) return []
    const { key, rules, letters } = formsOf(name)
    const reasonFor = createComparison(name)
    const candidates = new Set([
      ...[key, ...letters].flatMap((form) => byForm.get(form) ?? []),
      ...[...rules, ...letters].flatMap((form) => byKey.get(form) ?? []),
    ])
    const lookAlikes = [...candidates].slice(0, MAX_COMPARED).flatMap((technology) => {
      const why = reasonFor(technology.name)
      return why === undefined ? [] : [{ technology, why }]
    })
    return lookAlikes.sort((a, b) => compare(a.technology, b.technology))
  }
}

function formsOf(name: Name) {
  const key = keyOf(name)
  return {
    key,
    rules: RULES.flatMap((rule) => rule.formsOf(name)),
    letters: lettersRemoved(key),
  }
}

function compare(a: Technology, b: Technology): number {
  return (
    Number(b.entries.length > 0) - Number(a.entries.length > 0) ||
    b.projects.length - a.projects.length ||
    (a.slug < b.slug ? -1 : 1)
  )
}
