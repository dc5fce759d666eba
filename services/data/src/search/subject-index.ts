import { admitWords } from '@landscape/contracts/admit'
import { inSlices } from '@landscape/contracts/async/in-slices'
import { SEARCH_KINDS, type SearchKind } from './reply.ts'
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
/** A term must match complete words when words that begin with it occur more often. */
const MAX_EXPANDED_USES = 10_000
/** Words of a query beyond these occurrences in all are ignored, the most frequent first. */
const MAX_USES = 20_000
/** Maximum share of removed subjects whose words are still in the index. */
const MAX_DIRT_FACTOR = 0.1
/** Terms that are cleaned without a pause, and the pause (ms). */
const VACUUM = { batchSize: 1_000, batchWait: 1 }
/** Maximum number of indexed words of a description. */
const MAX_DESCRIPTION_WORDS = 300
/** Maximum number of different words that only descriptions have. */
const MAX_DESCRIBED_WORDS = 100_000
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

/** A subject that matches a query. */
export interface Match extends Pick<SearchResult, 'terms' | 'score'> {
  subject: Subject
  /** The fields of each word that matches. */
  match: ReadonlyMap<string, readonly string[]>
}

/** Indexes the words of subjects; an empty index. */
export function createSubjectIndex() {
  const words = countWords()
  let subjects: ReadonlyMap<string, Subject> = new Map()
  let removed = 0
  const subjectOf = (id: string) => subjects.get(id) as Subject
  const index = new MiniSearch<Subject>({
    fields: [...INDEXED],
    processTerm: (term, field) => words.add(term, field === 'description'),
    tokenize: tokensOf,
    // It would run while an update changes the index, and fail outside of any request.
    autoVacuum: false,
  })
  const update = async (joined: Landscape) => {
    const next = await inSlices(subjectsOf(joined))
    for (const [id, known] of subjects) {
      const subject = next.get(id)
      if (subject && isSameSubject(known, subject)) continue
      // An update that failed has removed some.
      if (index.has(id)) {
        index.discard(id)
        for (const field of INDEXED)
          for (const term of tokensOf(known[field], field)) words.remove(term)
      }
      removed++
    }
    const added = [...next.values()].filter(({ id }) => !index.has(id))
    await index.addAllAsync(added, { chunkSize: CHUNK })
    if (index.dirtFactor > MAX_DIRT_FACTOR) await index.vacuum(VACUUM)
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
          term.length >= MIN_PREFIX_LENGTH && words.usesOfBeginning(term) <= MAX_EXPANDED_USES,
        fuzzy: (term) => (term.length < MIN_CORRECTED_LENGTH ? false : typos),
        boost: BOOST,
        processTerm: (term) => term,
        tokenize: (query) => [query],
        boostDocument: (id, term) =>
          isLegal(term) ? BOOST_OF_KIND[subjectOf(String(id)).kind] : 0,
        filter: ({ id }) => {
          const { kind, isHidden } = subjectOf(String(id))
          return kinds.includes(kind) && (isSignedIn || !isHidden)
        },
      },
    )
    return found.map(({ id, match, terms, score }) => {
      const subject = subjectOf(String(id))
      return { match: new Map(Object.entries(match)), terms, score, subject }
    })
  }
  return { matchesOf, update, removed: () => removed, words }
}

/** The terms of a field: its keys, else the words of its names or of its text. */
function tokensOf(text: string, field?: string): string[] {
  if (field === 'key') return text.split('\n')
  if (field === 'names') return text.split('\n').flatMap(admitWords)
  return admitWords(text).slice(0, MAX_DESCRIPTION_WORDS)
}

/** Counts words, and their beginnings of three to five letters: a longer beginning is at most as frequent. */
function countWords() {
  const uses = new Map<string, number>()
  const beginnings = new Map<string, number>()
  /** Words that a description brought in. */
  const described = new Set<string>()
  const change = (counts: Map<string, number>, text: string, by: 1 | -1) => {
    const count = (counts.get(text) ?? 0) + by
    if (count > 0) counts.set(text, count)
    else counts.delete(text)
  }
  const changeAll = (word: string, by: 1 | -1) => {
    change(uses, word, by)
    for (let length = MIN_PREFIX_LENGTH; length <= Math.min(word.length, 5); length++)
      change(beginnings, word.slice(0, length), by)
  }
  return {
    /** Counts a word and returns it; null for a word that is not indexed. */
    add(word: string, isDescribed: boolean): string | null {
      if (isDescribed && !uses.has(word)) {
        if (described.size >= MAX_DESCRIBED_WORDS) return null
        described.add(word)
      }
      changeAll(word, 1)
      return word
    },
    /** Counts a word of a removed subject no more. */
    remove(word: string): void {
      if (!uses.has(word)) return
      changeAll(word, -1)
      if (!uses.has(word)) described.delete(word)
    },
    has: (word: string): boolean => uses.has(word),
    /** Maximum number of occurrences of words that begin with a term. */
    usesOfBeginning: (term: string): number => beginnings.get(term.slice(0, 5)) ?? 0,
    /** The words in their order without the most frequent ones, at least one. */
    rareOf(words: readonly string[]): string[] {
      const usesOf = (word: string) => uses.get(word) ?? 0
      const ranked = words.toSorted((a, b) => usesOf(a) - usesOf(b))
      let total = 0
      const rare = new Set(
        ranked.filter((word, i) => (total += usesOf(word)) <= MAX_USES || i === 0),
      )
      return words.filter((word) => rare.has(word))
    },
  }
}
