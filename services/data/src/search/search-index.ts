import { admitKey, admitWords } from '@landscape/contracts/admit'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { urlWith } from '@landscape/contracts/url-with'
import type { Landscape } from '../join/landscape.ts'
import { exceptVendor } from '../names/name-forms.ts'
import { plannedFor } from '../timeline/radar-entries.ts'
import { directorateOf } from '../timeline/viewer.ts'
import { meantTerm, MIN_CORRECTED_LENGTH, swapsOf } from './corrections.ts'
import type { SearchHit, SearchKind } from './reply.ts'
import { INDEXED } from './search-subjects.ts'
import { createSubjectIndex, type Match, type Query } from './subject-index.ts'
interface SearchOptions {
  limit: number
  /** The landscape with the rings that hits have. */
  landscape: Landscape
  kinds?: readonly SearchKind[]
  /** Whether private and internal repositories are found. */
  isSignedIn: boolean
}

export interface SearchIndex {
  /** Number of subjects that updates removed. */
  readonly removed: number
  /**
   * Replaces the subjects that differ in another landscape, in slices, so that the process serves requests in the
   * meantime. No search may run until it resolves.
   */
  update(joined: Landscape): Promise<void>
  /** The best hits first: names before descriptions, complete words before beginnings. No errors are corrected. */
  search(text: string, options: SearchOptions): SearchHit[]
  /**
   * The words of a query without hits, each with at most one typing error less, as the caller may find them;
   * `undefined` when there are none.
   */
  correctionOf(text: string, isSignedIn: boolean): string | undefined
  /** Names that contain all words of a name or consist of some of them, a vendor apart, the most similar first. */
  namesSharing(name: string, kind: SimilarKind): string[]
  /** Names of up to three subjects, the most similar first: those that share words, else those with a similar key. */
  similarNames(name: string, kind: SimilarKind): string[]
}

export type SimilarKind = 'technology' | 'project'

/** Maximum number of different words of a query; the others are ignored. */
const MAX_WORDS = 8
const MAX_SIMILAR = 3
/** Names above this length have no similar names. */
const MAX_SIMILAR_LENGTH = 40

/** An empty index. */
export function createSearchIndex(): SearchIndex {
  const { matchesOf, words: vocabulary, ...content } = createSubjectIndex()
  const queryWords = (text: string) =>
    vocabulary.rareOf([...new Set<string>(admitWords(text))].slice(0, MAX_WORDS))
  /** A word, and its swaps that are words of the landscape. */
  const orSwapped = (word: string): Query => {
    if (word.length < MIN_CORRECTED_LENGTH) return word
    const queries: Query[] = swapsOf(word).filter((swap) => vocabulary.has(swap))
    const swapped = { queries, combineWith: 'OR' as const, prefix: false, fuzzy: false }
    return { combineWith: 'OR', queries: [word, swapped] }
  }
  const namesSharing = (name: string, kind: SimilarKind) => {
    const words = queryWords(name)
    return matchesOf([{ queries: words, fields: NAME_FIELDS }], {
      kinds: [kind],
      isSignedIn: false,
    })
      .map((match) => ({ match, rank: sharedWords(match, words) }))
      .filter(({ rank }) => rank > 0)
      .toSorted((a, b) => b.rank - a.rank || byScore(a.match, b.match))
      .map(({ match }) => match.subject.label)
  }
  return {
    get removed() {
      return content.removed()
    },
    update: content.update,
    search(text, { limit, landscape, ...options }) {
      const [words, key] = [queryWords(text), admitKey(text) ?? '']
      const rank = createRank(words, key)
      return matchesOf([inFields(words), byKey(key)], options)
        .map((hit) => ({ hit, rank: rank(hit) }))
        .toSorted((a, b) => a.rank - b.rank || byScore(a.hit, b.hit))
        .slice(0, limit)
        .map(({ hit }) => hitOf(hit, landscape))
    },
    correctionOf(text, isSignedIn) {
      const [words, key] = [queryWords(text), admitKey(text) ?? '']
      const queries = [inFields(words.map(orSwapped)), byKey(orSwapped(key))]
      const isLegal = (term: string) => term.length >= MIN_CORRECTED_LENGTH || words.includes(term)
      const [best] = matchesOf(queries, { typos: 1, isSignedIn, isLegal }).toSorted(byScore)
      if (!best) return undefined
      const meant = words.map((word) => meantTerm(word, best.terms))
      if (meant.every((term) => term !== undefined)) return meant.join(' ')
      return meantTerm(key, best.terms)
    },
    namesSharing,
    similarNames(name, kind) {
      const key = admitKey(name)
      if (!key || key.length > MAX_SIMILAR_LENGTH) return []
      const shared = namesSharing(name, kind)
      const found =
        shared.length > 0
          ? shared
          : labelsOf(matchesOf([byKey(key)], { kinds: [kind], typos: 2, isSignedIn: false }))
      return [...new Set(found)].slice(0, MAX_SIMILAR)
    },
  }
}

/**
 * The number of words that a name of a subject shares with a query, when one has all words of the other, a vendor apart;
 * 0 for other names.
 */
function sharedWords({ subject }: Match, query: readonly string[]): number {
  const own = exceptVendor(query)
  const shared = [subject.title, ...subject.names.split('\n')].map((name) => {
    const words = exceptVendor(admitWords(name))
    const common = words.filter((word) => own.includes(word)).length
    return common === words.length || common === own.length ? common : 0
  })
  return Math.max(...shared)
}

function labelsOf(matches: readonly Match[]): string[] {
  return matches.toSorted(byScore).map(({ subject }) => subject.label)
}

const NAME_FIELDS = ['title', 'names']
const WORD_FIELDS = INDEXED.filter((name) => name !== 'key')

/** Requires every word in the fields of a subject. */
function inFields(queries: Query[]): Query {
  return { combineWith: 'AND', queries, fields: WORD_FIELDS }
}

function byKey(query: Query): Query {
  return { queries: [query], fields: ['key'] }
}

/** Creates the rank of hits: the query as a name, as words of names, as their beginnings, as words, and others. */
function createRank(words: readonly string[], key: string) {
  const isName = (field: string) => ['title', 'names', 'key'].includes(field)
  return ({ match }: Match): number => {
    if (match.get(key)?.includes('key')) return 0
    const named = [...match].filter(([, fields]) => fields.some(isName)).map(([term]) => term)
    const areComplete = words.every((word) => match.has(word))
    const areNamed = words.every((word) => named.some((term) => term.startsWith(word)))
    if (areComplete && words.every((word) => named.includes(word))) return 1
    if (areNamed) return 2
    return areComplete ? 3 : 4
  }
}

/** The best score first, rounded as replicas add it up in different orders; then by name. */
function byScore(one: Match, other: Match): number {
  const rounded = ({ score }: Match) => Number(score.toPrecision(6))
  return (
    rounded(other) - rounded(one) ||
    byCodeUnit(one.subject.label, other.subject.label) ||
    byCodeUnit(one.subject.id, other.subject.id)
  )
}

function hitOf({ subject, match }: Match, landscape: Landscape): SearchHit {
  const { kind, label, projects, link } = subject
  const entry = subject.entry && landscape.entryFor(subject.entry)
  return {
    kind,
    title: label,
    ring: entry?.ring?.id ?? null,
    planned: plannedFor(entry),
    projects,
    foundIn: fieldsOf(match),
    link: linkIn(landscape, link),
  }
}

/** Fields with a match, in the order of their importance. */
function fieldsOf(match: Match['match']): string[] {
  const found = new Set([...match.values()].flat())
  const byName = found.has('key') ? ['title'] : []
  return [
    ...new Set([...INDEXED.filter((field) => field !== 'key' && found.has(field)), ...byName]),
  ]
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
