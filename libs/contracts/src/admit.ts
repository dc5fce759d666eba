/**
 * The door: the only module in which text that people wrote becomes a term of the landscape. Every reader accepts
 * only the types that it returns, so that no reader needs bounds of its own.
 */
import { byCodeUnit } from './by-code-unit.ts'

declare const TERM: unique symbol
type Term<Kind extends string> = string & { readonly [TERM]: Kind }

/** The beginning of a string: well-formed, in NFC, at most four marks in a row. */
export type Line = Term<'line' | 'name'>
/** A line of 1 to 100 code points. */
export type Name = Term<'name'>
/** The form by which names are compared. */
export type NameKey = Term<'key'>
/** A name as the last segment of an address; empty when it has neither letters nor digits. */
export type Slug = Term<'slug'>
/** Host and path of a link in lower case, the same for all addresses that a host offers to clone a repository. */
export type Address = Term<'address'>
/** A word of a string as the search compares it. */
export type Word = Term<'word'>

/** Maximum length of a name (code points). */
export const MAX_NAME_LENGTH = 100
/** Parts of one project that take part in the landscape. Real projects have up to 30, 18 and 3. */
export const MAX_PROJECT_NAMES = 300
export const MAX_PROJECT_LINKS = 50
export const MAX_PROJECT_DEPENDENCIES = 100
/** Entries of the radar and items of all technology lists that take part in the landscape. */
export const MAX_ENTRIES = 5_000
export const MAX_LIST_ITEMS = 5_000

/** Maximum lengths (UTF-16 units): `normalize` and a comparison by marks take the square of a length. */
const MAX_READ_UNITS = 400
const MAX_LINK_UNITS = 2_000
const MAX_TEXT_UNITS = 2_000
const MAX_WORD_UNITS = 100

/** A string as a name; undefined when it is empty or longer than 100 code points. */
export function admitName(text: string): Name | undefined {
  const name = wellFormed(text, MAX_READ_UNITS)
  return name === '' || isLong(name) ? undefined : (name as Name)
}

/** Whether a new string is short enough to take part in the landscape; an empty one is not too long. */
export function isShortName(text: string): boolean {
  return text.trim() === '' || admitName(text) !== undefined
}

/** The name of a project, which always takes part: a longer one is cut and ends with `…`. */
export function admitProjectName(text: string): Name | undefined {
  const name = wellFormed(text, MAX_READ_UNITS)
  if (!isLong(name)) return name === '' ? undefined : (name as Name)
  return `${Array.from(name)
    .slice(0, MAX_NAME_LENGTH - 1)
    .join('')}…` as Name
}

function isLong(name: string): boolean {
  return name.length > MAX_NAME_LENGTH && Array.from(name).length > MAX_NAME_LENGTH
}

/** The first 400 UTF-16 units of a string, for filters and orders. */
export function admitLine(text: string): Line {
  return wellFormed(text, MAX_READ_UNITS) as Line
}

/** The dot of `Node.js`, but not that of `.NET` or of a version. */
const DOT_BEFORE_SUFFIX = /(?<=[\p{L}\p{N}])\.(?=\p{L})/gu

/**
 * The form by which two names are compared: Unicode NFKC, lower case, without white space, `-`, `_`, `/` and a dot
 * before a suffix. `Node.js`, `NodeJS` and `node js` have the same key; `C`, `C++`, `C#` and `.NET` have keys of their
 * own.
 */
export function keyOf(name: Name): NameKey {
  return folded(name)
    .replace(/[\s\-_/\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(DOT_BEFORE_SUFFIX, '') as NameKey
}

/**
 * The form in which names of stored projects are compared: file names and copied text of macOS have combining accents.
 * A longer name is compared exactly.
 */
export function comparableName(name: string): string {
  return name.length > MAX_READ_UNITS ? name : name.normalize('NFC')
}

/** The key of a string; undefined when it is not a name. */
export function admitKey(text: string): NameKey | undefined {
  const name = admitName(text)
  return name && keyOf(name)
}

/** Symbols that become words in a slug. */
const SYMBOLS: readonly [RegExp, string][] = [
  [/^\./u, 'dot-'],
  [/\+/gu, '-plus'],
  [/#/gu, '-sharp'],
  [/&/gu, '-and-'],
]

/** `C++` is `c-plus-plus`, `Node.js` is `nodejs`. */
export function slugOf(name: Name): Slug {
  const spelled = SYMBOLS.reduce((text, [symbol, word]) => text.replace(symbol, word), folded(name))
    .replace(DOT_BEFORE_SUFFIX, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  // A removed dot can join what NFC composes.
  return cut(spelled.normalize('NFC'), MAX_NAME_LENGTH).replace(/^-|-$/g, '') as Slug
}

/** Whether a stored id can be a slug: one path segment of letters, digits and hyphens. */
export function isSlug(id: string): id is Slug {
  return /^[\p{L}\p{N}-]{1,100}$/u.test(id)
}

/** The slug followed by a number, which distinguishes equal ones. */
export function numberedSlug(slug: Slug, number: number): Slug {
  return (number === 1 ? slug : `${slug}-${number}`) as Slug
}

const BY_LETTER = new Intl.Collator('en')
const BY_VALUE = new Intl.Collator('en', { numeric: true })

/** Orders lines alphabetically, equal ones by code unit. */
export function compareLines(one: Line, other: Line): number {
  return BY_LETTER.compare(one, other) || byCodeUnit(one, other)
}

/** Orders lines alphabetically with numbers by value, equal ones by code unit. */
export function compareNames(one: Line, other: Line): number {
  return BY_VALUE.compare(one, other) || byCodeUnit(one, other)
}

/**
 * The address of a link; undefined when it is longer than 2,000 characters or not a link. Credentials, query, fragment,
 * `www.` and `.git` are removed.
 */
export function admitLink(text: string): Address | undefined {
  if (text.length > MAX_LINK_UNITS) return undefined
  const url = URL.parse(withScheme(text.trim()))
  if (!url) return undefined
  const host = url.host.startsWith('www.') ? url.host.slice(4) : url.host
  let end = url.pathname.length
  while (url.pathname[end - 1] === '/') end--
  const path = url.pathname.slice(0, end)
  const address = `${host}${path.toLowerCase()}`
  return (address.endsWith('.git') ? address.slice(0, -4) : address) as Address
}

/** A link with the scheme `https`, which `URL` reads as a host and a path; a port of SSH is not part of an address. */
function withScheme(text: string): string {
  const slash = text.indexOf('/')
  const at = text.indexOf('@')
  const colon = text.indexOf(':', at + 1)
  if (slash > 0 && text[slash - 1] === ':' && text[slash + 1] === '/') {
    const rest = text.slice(slash + 2)
    return `https://${text.slice(0, slash).toLowerCase() === 'ssh:' ? withoutPort(rest) : rest}`
  }
  // The short form of SSH: git@host:owner/name.
  const isShort = at >= 0 && colon > at && (slash < 0 || colon < slash)
  if (!isShort) return `https://${text}`
  return `https://${text.slice(at + 1, colon)}/${text.slice(colon + 1)}`
}

function withoutPort(rest: string): string {
  const slash = rest.indexOf('/')
  const authority = slash < 0 ? rest : rest.slice(0, slash)
  const colon = authority.lastIndexOf(':')
  return colon > authority.lastIndexOf('@')
    ? rest.slice(0, colon) + rest.slice(authority.length)
    : rest
}

/** The words of the first 2,000 characters of a string, in their order. */
export function admitWords(text: string): Word[] {
  const words = folded(wellFormed(text, MAX_TEXT_UNITS), MAX_TEXT_UNITS).split(/[\n\r\p{Z}\p{P}]+/u)
  return words.filter(Boolean).map((word) => cut(word, MAX_WORD_UNITS) as Word)
}

/** The beginning of a string: well-formed, at most four marks in a row, in NFC, without white space around it. */
function wellFormed(text: string, units: number): string {
  return cut(text, units)
    .toWellFormed()
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim()
}

/** NFKC in lower case, which can be 18 times as long as the string. */
function folded(text: string, units = MAX_READ_UNITS): string {
  return cut(text.normalize('NFKC').toLowerCase(), units)
}

/** The first UTF-16 units of a string, without half a character at their end. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text
  const isHalf = /[\uD800-\uDBFF]/.test(text[units - 1] ?? '')
  return text.slice(0, isHalf ? units - 1 : units)
}
