import { inSlices } from '@landscape/contracts/async/in-slices'
import { SEARCH_KINDS, type SearchKind } from '@landscape/contracts/search-replies'
import MiniSearch, { type QueryCombination, type SearchResult } from 'minisearch'
import type { Landscape } from '../join/landscape.ts'
import { MIN_CORRECTED_LENGTH } from './corrections.ts'
import { INDEXED, isSameSubject, subjectsOf, type Subject } from './search-subjects.ts'

/** A word, or a combination of queries. */
export type Query = string | QueryCombination

/** Documents that are indexed without a pause. */
const CHUNK = 50
/** Shorter terms must match complete words. */
const MIN_PREFIX_LENGTH = 3
/** A term must match complete words when more words than this begin with it. */
const MAX_EXPANDED_TERMS = 1_000
const BOOST = { title: 4, names: 3, key: 4, programme: 1.5, description: 1 }
const BOOST_OF_KIND: Record<SearchKind, number> = {
  technology: 2,
  project: 1.4,
  'radar-entry': 1.2,
  programme: 1.2,
  repository: 1,
}

interface MatchOptions {
  kinds?: readonly SearchKind[] | undefined
  /** Whether private and internal repositories are found. */
  isSignedIn: boolean
  /** Maximum number of typing errors. */
  typos?: number
  /** Whether a word of the landscape counts as a match. */
  isLegal?: (term: string) => boolean
}

/** A subject that matches a query, with the words that match. */
export interface Match extends Pick<SearchResult, 'match' | 'terms'> {
  subject: Subject
}

/** Indexes the words of subjects; an empty index. */
export function createSubjectIndex() {
  const beginnings = countBeginnings()
  let subjects: ReadonlyMap<string, Subject> = new Map()
  let removed = 0
  const subjectOf = (id: string) => subjects.get(id) as Subject
  const index = new MiniSearch<Subject>({
    fields: [...INDEXED],
    processTerm: (term) => beginnings.add(normalised(term)),
    tokenize: (text, field) => (field === 'key' ? text.split('\n') : wordsOf(text)),
  })
  const update = async (joined: Landscape) => {
    const next = await inSlices(subjectsOf(joined))
    for (const [id, known] of subjects) {
      const subject = next.get(id)
      if (subject && isSameSubject(known, subject)) continue
      // An update that failed has removed some.
      if (index.has(id)) index.discard(id)
      removed++
    }
    const added = [...next.values()].filter(({ id }) => !index.has(id))
    await index.addAllAsync(added, { chunkSize: CHUNK })
    subjects = next
  }
  const matchesOf = (
    queries: Query[],
    { kinds = SEARCH_KINDS, typos = 0, isSignedIn, isLegal = () => true }: MatchOptions,
  ): Match[] => {
    const found = index.search(
      { combineWith: 'OR', queries },
      {
        prefix: (term) =>
          term.length >= MIN_PREFIX_LENGTH && beginnings.of(term) <= MAX_EXPANDED_TERMS,
        fuzzy: (term) => (term.length < MIN_CORRECTED_LENGTH ? false : typos),
        boost: BOOST,
        processTerm: normalised,
        tokenize: (query) => [query],
        boostDocument: (id, term) =>
          isLegal(term) ? BOOST_OF_KIND[subjectOf(String(id)).kind] : 0,
        filter: ({ id }) => {
          const { kind, isHidden } = subjectOf(String(id))
          return kinds.includes(kind) && (isSignedIn || !isHidden)
        },
      },
    )
    return found.map(({ id, match, terms }) => ({ match, terms, subject: subjectOf(String(id)) }))
  }
  return { matchesOf, update, removed: () => removed, isWord: beginnings.has }
}

/** A word as it is compared. */
export function normalised(term: string): string {
  return term.normalize('NFKC').toLowerCase()
}

/** Splits a string at white space and punctuation. */
export function wordsOf(text: string): string[] {
  return text.split(/[\n\r\p{Z}\p{P}]+/u).filter(Boolean)
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
