import { admitKey, keyOf, type Name, type NameKey } from '@landscape/contracts/admit'

/** Names with fewer letters often differ by one. */
const MIN_LENGTH = 5
/** Longer names are not compared letter by letter: their forms would take the square of their length. */
const MAX_LENGTH = 40
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
  formsOf: (name: Name) => readonly string[]
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
export function changedForms(key: NameKey, keys: { has: (key: string) => boolean }): string[] {
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
export function lettersRemoved(key: NameKey): string[] {
  return isCompared(key) ? Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1)) : []
}

function isCompared(key: string): boolean {
  return key.length >= MIN_LENGTH && key.length <= MAX_LENGTH && /^\p{L}+$/u.test(key)
}

function withoutVendor(name: Name): string[] {
  const words = name
    .trim()
    .toLowerCase()
    .split(/[\s\-_]+/)
  const rest = exceptVendor(words)
  return rest.length < words.length ? [admitKey(rest.join(' ')) ?? ''] : []
}

/** The words of a name without a vendor at its beginning, in lower case. */
export function exceptVendor(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words
  return VENDORS.has(first) && rest.length > 0 ? rest : words
}

function withoutVersion(name: Name): string[] {
  const stem = name.replace(/[\s\-_]*(?:v(?:ersion)?\s*)?\d+(?:\.[\dx]+)*$/i, '')
  const key = admitKey(stem) ?? ''
  return stem === name || key.length < 2 ? [] : [key]
}

function withoutPlural(name: Name): string[] {
  const key = keyOf(name)
  return key.length > MIN_STEM && /[^s]s$/.test(key) ? [key.slice(0, -1)] : []
}

function withoutSuffix(name: Name): string[] {
  const key = keyOf(name)
  return SUFFIXES.filter((suffix) => key.endsWith(suffix)).flatMap((suffix) => {
    const stem = key.slice(0, -suffix.length)
    return stem.length >= (suffix === 'js' ? MIN_JS_STEM : MIN_STEM) ? [stem] : []
  })
}

/** Compares names with one: the first reason why another looks like it; undefined when it does not. */
export function createComparison(one: Name): (other: Name) => string | undefined {
  const a = keyOf(one)
  const rules = RULES.map((rule) => ({ ...rule, own: rule.formsOf(one) }))
  return (other) => {
    const b = keyOf(other)
    if (a === b) return undefined
    const rule = rules.find(({ own, formsOf }) => own.includes(b) || formsOf(other).includes(a))
    return rule?.why ?? (isOneLetterApart(a, b) ? ONE_LETTER : undefined)
  }
}

function isOneLetterApart(a: NameKey, b: NameKey): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const forms = changedForms(a, new Set<string>([b]))
  return changedForms(b, new Set<string>([a])).some((form) => forms.includes(form))
}
