import { nameKey } from '@landscape/contracts/technology-names'
import type { Technology } from '../join/landscape.ts'

/** Two technologies whose names look alike. */
export interface LookAlike {
  technologies: readonly [Technology, Technology]
  why: string
}

/** Names with fewer letters often differ by one. */
const MIN_LENGTH = 5
const MIN_STEM = 4
const VENDORS = new Set([
  'amazon',
  'apache',
  'aws',
  'azure',
  'google',
  'ibm',
  'microsoft',
  'ms',
  'oracle',
])
const SUFFIXES = ['js', 'db', 'ql', 'sql', 'lang', 'framework', 'server', 'cloud']

/** A rule: forms of a name that another name may equal, and the reason. */
interface Rule {
  why: string
  formsOf: (name: string) => readonly string[]
}

const RULES: readonly Rule[] = [
  { why: 'the names differ only by a vendor', formsOf: withoutVendor },
  { why: 'the names differ only by a version', formsOf: withoutVersion },
  { why: 'one is the plural of the other', formsOf: withoutPlural },
  { why: 'the names differ only by a suffix', formsOf: withoutSuffix },
]

/**
 * Pairs of technologies that look alike, by the first reason that applies. The cost grows with the number of
 * names and their length, not with the number of pairs.
 */
export function findLookAlikes(technologies: readonly Technology[]): LookAlike[] {
  const byKey = new Map(technologies.map((technology) => [nameKey(technology.name), technology]))
  const pairs = new Map<string, LookAlike>()
  const add = (a: Technology, b: Technology, why: string) => {
    if (a === b) return
    const technologies = a.slug < b.slug ? ([a, b] as const) : ([b, a] as const)
    const pair = technologies.map(({ slug }) => slug).join(' ')
    if (!pairs.has(pair)) pairs.set(pair, { technologies, why })
  }
  for (const { why, formsOf } of RULES) {
    for (const technology of technologies) {
      for (const form of formsOf(technology.name)) {
        const other = byKey.get(form)
        if (other) add(technology, other, why)
      }
    }
  }
  for (const [a, b] of oneLetterApart(byKey)) add(a, b, 'they differ by one letter')
  return [...pairs.values()]
}

function withoutVendor(name: string): string[] {
  const [first = '', ...rest] = name
    .trim()
    .toLowerCase()
    .split(/[\s\-_]+/)
  return VENDORS.has(first) && rest.length > 0 ? [nameKey(rest.join(' '))] : []
}

function withoutVersion(name: string): string[] {
  const stem = name.replace(/[\s\-_]*(?:v(?:ersion)?\s*)?\d+(?:\.[\dx]+)*$/i, '')
  return stem === name || nameKey(stem).length < 2 ? [] : [nameKey(stem)]
}

function withoutPlural(name: string): string[] {
  const key = nameKey(name)
  return key.length > MIN_STEM && /[^s]s$/.test(key) ? [key.slice(0, -1)] : []
}

function withoutSuffix(name: string): string[] {
  const key = nameKey(name)
  return SUFFIXES.filter((suffix) => key.endsWith(suffix))
    .map((suffix) => key.slice(0, -suffix.length))
    .filter((stem) => stem.length >= MIN_STEM)
}

/** Pairs of keys of which one becomes the other when a letter is added, removed or replaced. */
function oneLetterApart(byKey: ReadonlyMap<string, Technology>): [Technology, Technology][] {
  const byShortened = new Map<string, { key: string; technology: Technology }[]>()
  const pairs: [Technology, Technology][] = []
  for (const [key, technology] of byKey) {
    if (key.length < MIN_LENGTH || !/^\p{L}+$/u.test(key)) continue
    // Removing a letter at the same position shows a replacement; the complete key shows an addition.
    for (const form of [
      key,
      ...shortened(key).map((text, at) => `${at} ${text}`),
      ...new Set(shortened(key)),
    ]) {
      const others = byShortened.get(form) ?? []
      for (const other of others)
        if (isOneLetterApart(key, other.key)) pairs.push([technology, other.technology])
      byShortened.set(form, [...others, { key, technology }])
    }
  }
  return pairs
}

function shortened(key: string): string[] {
  return Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))
}

function isOneLetterApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++
  const restOf = (text: string, skip: number) => text.slice(at + skip)
  if (a.length === b.length) return restOf(a, 1) === restOf(b, 1)
  return a.length > b.length ? restOf(a, 1) === restOf(b, 0) : restOf(a, 0) === restOf(b, 1)
}
