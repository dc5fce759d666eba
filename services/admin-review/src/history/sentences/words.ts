import { asRecord, elementsOf, ownMember } from '@landscape/contracts/json'
import { countText } from '@landscape/views/count-text'
import type { Kind, Subject } from './subjects.ts'

/** Singular and plural of each kind of subject. */
const NOUNS: Readonly<Record<Kind, readonly [string, string]>> = {
  entry: ['entry', 'entries'],
  ring: ['ring', 'rings'],
  quadrant: ['quadrant', 'quadrants'],
  banner: ['banner', 'banners'],
  project: ['project', 'projects'],
  technology: ['technology name', 'technology names'],
  edition: ['edition', 'editions'],
  list: ['technology list', 'technology lists'],
  key: ['API key', 'API keys'],
  document: ['document', 'documents'],
}

/** Names of the documents in sentences. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  radar: 'technology radar',
  banners: 'banners',
  lists: 'technology lists',
  projects: 'projects',
  'technology-names': 'technology names',
  editions: 'editions of the radar',
  keys: 'API keys',
}

const JOINED = new Intl.ListFormat('en-GB')
/** Maximum number of subjects that a sentence names. */
export const MAX_NAMED = 3
const MAX_PARTS = 4

/** The display name of a document. */
export function documentName(document: string): string {
  return ownMember(DOCUMENTS, document) ?? document
}

/** `300 entries`. */
export function counted(count: number, kind: Kind): string {
  return countText(count, ...NOUNS[kind])
}

/** `a, b and c`. */
export function joined(names: readonly string[]): string {
  return JOINED.format(names)
}

/** `the alias psql of PostgreSQL`. */
export function aliasesOf(name: string, aliases: readonly string[]): string {
  if (aliases.length > MAX_NAMED)
    return `${countText(aliases.length, 'alias', 'aliases')} of ${name}`
  return `the ${aliases.length === 1 ? 'alias' : 'aliases'} ${joined(aliases)} of ${name}`
}

/** A subject with its kind where the name alone does not show it: `the banner “Hello”`. */
export function named({ kind, name, effect, alterations }: Subject, document: string): string {
  if (kind === 'document') return `the ${documentName(document)}`
  if (kind === 'technology') {
    if (effect === 'changed') return name
    const [only] = alterations
    const aliases = elementsOf(asRecord(only?.after ?? only?.before)['aliases'])
    if (aliases.length > 0) return aliasesOf(name, aliases.map(String))
  }
  return kind === 'entry' ? name : `the ${NOUNS[kind][0]} ${name}`
}

/** Several subjects of one kind: their names, or their number. */
export function namedOrCounted(subjects: readonly [Subject, ...Subject[]], document: string) {
  const [{ kind }] = subjects
  if (subjects.length > MAX_NAMED) return counted(subjects.length, kind)
  if (subjects.length > 1 && kind === 'banner') return counted(subjects.length, kind)
  return joined(subjects.map((subject) => named(subject, document)))
}

/** Members whose values are described by the names of their members. */
const GROUPS = new Set(['architecture', 'supporting_tools', 'details'])
const PARTS: Readonly<Record<string, string>> = {
  user: 'contacts',
  cicd: 'CI/CD',
  database: 'databases',
  show: 'visibility',
  startsAt: 'start',
  endsAt: 'end',
  url: 'URL',
}

/** The altered parts of a subject: `description and links`. */
export function partsOf({ alterations }: Pick<Subject, 'alterations'>): string {
  const parts = [...new Set(alterations.map(({ inside }) => partName(inside)))]
  const others = parts.length - MAX_PARTS
  return joined([
    ...parts.slice(0, MAX_PARTS),
    ...(others > 0 ? [countText(others, 'other part')] : []),
  ])
}

/** The name of the part of a subject at a path. */
export function partName(inside: readonly string[]): string {
  const isIndex = (segment: string) => /^\d+$/.test(segment)
  const [first = 'content', ...others] = inside.filter((segment) => !isIndex(segment))
  const part = (GROUPS.has(first) && others[0]) || first
  return (Object.hasOwn(PARTS, part) ? PARTS[part] : undefined) ?? part.replaceAll('_', ' ')
}
