import { nameKey } from '@landscape/contracts/technology-names'
import { urlWith } from '@landscape/http/request/url-with'
import MiniSearch, { type QueryCombination, type SearchResult } from 'minisearch'
import type { Landscape, RadarEntry } from '../join/landscape.ts'
import { directorateOf } from '../directorates/viewer.ts'
import { meantTerm, MIN_CORRECTED_LENGTH, swapsOf } from './corrections.ts'
import { KINDS, subjectsOf, type Kind, type Subject } from './search-subjects.ts'

/** A word, or a combination of queries. */
type Query = string | QueryCombination

const FIELDS = ['title', 'names', 'key', 'description', 'programme'] as const

/** A subject that contains the query. */
export interface Hit {
  kind: Kind
  title: string
  /** Id of the ring of a technology or an entry. */
  ring: string | null
  /** Number of projects that use it or belong to it; null for kinds without one. */
  projects: number | null
  /** Where the query was found, the best first: `title`, `names`, `description`, `programme`. */
  foundIn: string[]
  link: string
}

interface SearchOptions {
  limit: number
  /** The landscape with the rings that hits have; by default the joined one. */
  landscape?: Landscape
  kinds?: readonly Kind[]
  /** Whether private and internal repositories are found. */
  isSignedIn: boolean
}

export interface SearchIndex {
  /** The best hits first: names before descriptions, complete words before beginnings. No errors are corrected. */
  search(text: string, options: SearchOptions): Hit[]
  /**
   * The words of a query without hits, each with at most one typing error less, as the caller may find them;
   * `undefined` when there are none.
   */
  correctionOf(text: string, isSignedIn: boolean): string | undefined
  /** Names of up to three technologies whose key resembles that of a name, the most similar first. */
  similarNames(name: string): string[]
}

/** Documents that are indexed without a pause. */
const CHUNK = 50
/** Shorter terms must match complete words. */
const MIN_PREFIX_LENGTH = 3
/** A term must match complete words when more words than this begin with it. */
const MAX_EXPANDED_TERMS = 1_000
/** Maximum number of different words of a query; the others are ignored. */
const MAX_WORDS = 8
/** Names above this length have no similar names. */
const MAX_SIMILAR_LENGTH = 40
const BOOST = { title: 4, names: 3, key: 4, programme: 1.5, description: 1 }
const BOOST_OF_KIND: Record<Kind, number> = {
  technology: 2,
  project: 1.4,
  'radar-entry': 1.2,
  programme: 1.2,
  repository: 1,
}

/** Indexes a landscape in slices, so that the process serves requests in the meantime. */
export async function createSearchIndex(joined: Landscape): Promise<SearchIndex> {
  const { hitsOf, isWord } = await indexSubjects(joined)
  /** A word, and its swaps that are words of the landscape. */
  const orSwapped = (word: string): Query => {
    if (word.length < MIN_CORRECTED_LENGTH) return word
    const queries: Query[] = swapsOf(word).filter(isWord)
    const swapped = { queries, combineWith: 'OR' as const, prefix: false, fuzzy: false }
    return { combineWith: 'OR', queries: [word, swapped] }
  }
  return {
    search(text, { limit, landscape = joined, ...options }) {
      const [words, key] = [queryWords(text), nameKey(text)]
      const rank = createRank(words, key)
      return hitsOf([inFields(words), byKey(key)], options)
        .map((hit) => ({ hit, rank: rank(hit) }))
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, limit)
        .map(({ hit }) => hitOf(hit, landscape))
    },
    correctionOf(text, isSignedIn) {
      const [words, key] = [queryWords(text), nameKey(text)]
      const queries = [inFields(words.map(orSwapped)), byKey(orSwapped(key))]
      const isLegal = (term: string) => term.length >= MIN_CORRECTED_LENGTH || words.includes(term)
      const [best] = hitsOf(queries, { typos: 1, isSignedIn, isLegal })
      if (!best) return undefined
      const meant = words.map((word) => meantTerm(word, best.terms))
      if (meant.every((term) => term !== undefined)) return meant.join(' ')
      return meantTerm(key, best.terms)
    },
    similarNames(name) {
      if (name.length > MAX_SIMILAR_LENGTH) return []
      const options = { kinds: ['technology'] as const, typos: 2, isSignedIn: false }
      return hitsOf([byKey(nameKey(name))], options)
        .slice(0, 3)
        .map(({ label }) => String(label))
    },
  }
}

interface HitOptions extends Omit<SearchOptions, 'limit' | 'landscape'> {
  typos?: number
  /** Whether a word of the landscape counts as a match. */
  isLegal?: (term: string) => boolean
}

async function indexSubjects(joined: Landscape) {
  const beginnings = countBeginnings()
  const index = new MiniSearch<Subject>({
    fields: [...FIELDS],
    storeFields: ['kind', 'label', 'link', 'isHidden', 'entry', 'projects'],
    processTerm: (term) => beginnings.add(normalised(term)),
    tokenize: (text, field) => (field === 'key' ? text.split('\n') : wordsOf(text)),
  })
  await index.addAllAsync(subjectsOf(joined), { chunkSize: CHUNK })
  const hitsOf = (
    queries: Query[],
    { kinds = KINDS, typos = 0, isSignedIn, isLegal = () => true }: HitOptions,
  ) =>
    index.search(
      { combineWith: 'OR', queries },
      {
        prefix: (term) =>
          term.length >= MIN_PREFIX_LENGTH && beginnings.of(term) <= MAX_EXPANDED_TERMS,
        fuzzy: (term) => (term.length < MIN_CORRECTED_LENGTH ? false : typos),
        boost: BOOST,
        processTerm: normalised,
        tokenize: (query) => [query],
        boostDocument: (_id, term, stored) =>
          isLegal(term) ? BOOST_OF_KIND[stored?.['kind'] as Kind] : 0,
        filter: ({ kind, isHidden }) =>
          kinds.includes(kind as Kind) && (isSignedIn || isHidden === false),
      },
    )
  return { hitsOf, isWord: beginnings.has }
}

const WORD_FIELDS = FIELDS.filter((name) => name !== 'key')

/** Requires every word in the fields of a subject. */
function inFields(queries: Query[]): Query {
  return { combineWith: 'AND', queries, fields: WORD_FIELDS }
}

function byKey(query: Query): Query {
  return { queries: [query], fields: ['key'] }
}

function queryWords(text: string): string[] {
  return [...new Set(wordsOf(text).map(normalised))].slice(0, MAX_WORDS)
}

/** Creates the rank of hits: the query as a name, as words of names, as their beginnings, as words, and others. */
function createRank(words: readonly string[], key: string) {
  const isName = (field: string) => ['title', 'names', 'key'].includes(field)
  return ({ match }: SearchResult): number => {
    if (match[key]?.includes('key')) return 0
    const named = Object.keys(match).filter((term) => match[term]?.some(isName))
    const areComplete = words.every((word) => match[word] !== undefined)
    const areNamed = words.every((word) => named.some((term) => term.startsWith(word)))
    if (areComplete && words.every((word) => named.includes(word))) return 1
    if (areNamed) return 2
    return areComplete ? 3 : 4
  }
}

function hitOf(
  { kind, label, entry, projects, link, match }: SearchResult,
  landscape: Landscape,
): Hit {
  const own = entry as RadarEntry | undefined
  return {
    kind: kind as Kind,
    title: String(label),
    ring: (own && landscape.seen(own).ring?.id) ?? null,
    projects: projects as number | null,
    foundIn: fieldsOf(match),
    link: linkIn(landscape, String(link)),
  }
}

function normalised(term: string): string {
  return term.normalize('NFKC').toLowerCase()
}

/** Counts different words by their first letters, up to five: as many words at most begin with a longer term. */
function countBeginnings() {
  const words = new Set<string>()
  const counts = new Map<string, number>()
  return {
    /** Counts a word once, and returns it. */
    add(word: string): string {
      if (words.has(word)) return word
      words.add(word)
      for (let length = MIN_PREFIX_LENGTH; length <= Math.min(word.length, 5); length++) {
        const beginning = word.slice(0, length)
        counts.set(beginning, (counts.get(beginning) ?? 0) + 1)
      }
      return word
    },
    has: (word: string): boolean => words.has(word),
    /** Maximum number of words that begin with a term. */
    of: (term: string): number => counts.get(term.slice(0, 5)) ?? 0,
  }
}

/** Splits a string at white space and punctuation. */
function wordsOf(text: string): string[] {
  return text.split(/[\n\r\p{Z}\p{P}]+/u).filter(Boolean)
}

/** Fields with a match, in the order of their importance. */
function fieldsOf(match: Readonly<Record<string, readonly string[]>>): string[] {
  const found = new Set(Object.values(match).flat())
  const byName = found.has('key') ? ['title'] : []
  return [...new Set([...FIELDS.filter((field) => field !== 'key' && found.has(field)), ...byName])]
}

/** A link of the index to a page that shows the rings of the directorate. */
function linkIn(landscape: Landscape, link: string): string {
  const isMain = landscape.directorate === landscape.directorates.main
  if (isMain || !link.startsWith('/')) return link
  const { pathname, searchParams, hash } = new URL(link, 'http://landscape')
  return (
    urlWith(pathname, { ...Object.fromEntries(searchParams), ...directorateOf(landscape) }) + hash
  )
}
