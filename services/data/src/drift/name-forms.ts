import { nameKey } from '@landscape/contracts/technology-names'

/** Names with fewer letters often differ by one. */
const MIN_LENGTH = 5
/** Longer names are not compared letter by letter: their forms would take the square of their length. */
const MAX_LENGTH = 40
const MAX_NAME = 100
const MIN_STEM = 4
/** Few names end with `js` by chance. */
const MIN_JS_STEM = 3
export const ONE_LETTER = 'they differ by one letter'
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

/** A rule: forms of a name that the key of another name may equal, and the reason. */
interface Rule {
  why: string
  formsOf: (name: string) => readonly string[]
}

export const RULES: readonly Rule[] = [
  { why: 'the names differ only by a vendor', formsOf: withoutVendor },
  { why: 'the names differ only by a version', formsOf: withoutVersion },
  { why: 'one is the plural of the other', formsOf: withoutPlural },
  { why: 'the names differ only by a suffix', formsOf: withoutSuffix },
]

/**
 * Forms that two keys share when one becomes the other by adding, removing or replacing one letter.
 *
 * @param keys all keys: a key without one of its letters is a form only when it is a key itself
 */
export function changedForms(key: string, keys: { has: (key: string) => boolean }): string[] {
  const shorter = lettersRemoved(key)
  if (shorter.length === 0) return []
  return [
    key,
    ...new Set(shorter.filter((form) => isCompared(form) && keys.has(form))),
    // Removing a letter at the same position shows a replacement.
    ...shorter.map((form, at) => `${at} ${form}`),
  ]
}

/** A key without each of its letters; empty when it is not compared letter by letter. */
export function lettersRemoved(key: string): string[] {
  return isCompared(key) ? Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1)) : []
}

function isCompared(key: string): boolean {
  return key.length >= MIN_LENGTH && key.length <= MAX_LENGTH && /^\p{L}+$/u.test(key)
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
  return SUFFIXES.filter((suffix) => key.endsWith(suffix)).flatMap((suffix) => {
    const stem = key.slice(0, -suffix.length)
    return stem.length >= (suffix === 'js' ? MIN_JS_STEM : MIN_STEM) ? [stem] : []
  })
}

/** Compares names with one: the first reason why another looks like it; undefined when it does not. */
export function createComparison(one: string): (other: string) => string | undefined {
  if (!isShort(one)) return () => undefined
  const a = nameKey(one)
  const rules = RULES.map((rule) => ({ ...rule, own: rule.formsOf(one) }))
  return (other) => {
    const b = nameKey(other)
    if (a === b || !isShort(other)) return undefined
    const rule = rules.find(({ own, formsOf }) => own.includes(b) || formsOf(other).includes(a))
    return rule?.why ?? (isOneLetterApart(a, b) ? ONE_LETTER : undefined)
  }
}

function isOneLetterApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const forms = changedForms(a, new Set([b]))
  return changedForms(b, new Set([a])).some((form) => forms.includes(form))
}

/** Whether a name is compared with others: the cost of a rule may grow with the square of its length. */
export function isShort(name: string): boolean {
  return name.length <= MAX_NAME
}
