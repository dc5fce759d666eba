import { at, list, string } from './json.ts'

/** The form in which names are compared, character by character. */
export function keyOf(name: string): string {
  const kept = Array.from(name.normalize('NFKC').toLowerCase()).filter(
    (character) => character.trim() !== '' && !'-_/'.includes(character),
  )
  const isLetter = (character = '') => /^\p{L}$/u.test(character)
  const isWord = (character = '') => isLetter(character) || /^\p{N}$/u.test(character)
  return kept
    .filter((character, i) => character !== '.' || !isWord(kept[i - 1]) || !isLetter(kept[i + 1]))
    .join('')
}

/** The key of the technology that a name or an alias belongs to. */
export function createResolver(technologyNames: unknown): (name: string) => string {
  const names = list(technologyNames).map((one) => ({
    key: keyOf(string(at(one, 'name'))),
    aliases: list(at(one, 'aliases')).map((alias) => keyOf(String(alias))),
  }))
  return (name) => {
    const key = keyOf(name)
    if (names.some((one) => one.key === key)) return key
    return names.find(({ aliases }) => aliases.includes(key))?.key ?? key
  }
}

const VENDORS = 'amazon apache aws azure google ibm microsoft ms oracle'.split(' ')
const SUFFIXES = 'js db ql sql lang framework server cloud'.split(' ')

/** Whether one name looks like a longer or changed form of the other. */
export function areAlike(one: string, other: string): boolean {
  return keyOf(one) !== keyOf(other) && (isForm(one, other) || isForm(other, one))
}

function isForm(longer: string, shorter: string): boolean {
  const [a, b] = [keyOf(longer), keyOf(shorter)]
  const [first = '', ...rest] = longer.toLowerCase().split(/[\s_-]+/)
  const isBranded = VENDORS.includes(first) && rest.length > 0 && keyOf(rest.join('')) === b
  const version = /[\s_-]*(v(ersion)?\s*)?\d+(\.[\dx]+)*$/i
  const isVersion = b.length > 1 && version.test(longer) && keyOf(longer.replace(version, '')) === b
  const isPlural = a.length > 4 && a === `${b}s` && !b.endsWith('s')
  const hasSuffix = SUFFIXES.some(
    (suffix) => a === b + suffix && b.length >= (suffix === 'js' ? 3 : 4),
  )
  return isBranded || isVersion || isPlural || hasSuffix || isOneLetterApart(a, b)
}

function isOneLetterApart(a: string, b: string): boolean {
  if (![a, b].every((key) => /^\p{L}{5,}$/u.test(key)) || a.length < b.length) return false
  return Array.from(a).some((_, i) => {
    const without = a.slice(0, i) + a.slice(i + 1)
    return without === b || (a.length === b.length && without === b.slice(0, i) + b.slice(i + 1))
  })
}
