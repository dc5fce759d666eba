import { nameKey } from '@landscape/contracts/technology-names'
import MiniSearch, { type Query } from 'minisearch'
import type { Landscape } from '../join/landscape.ts'
import { isPublic } from '../technologies/technology.ts'

export const KINDS = ['technology', 'radar-entry', 'project', 'programme', 'repository'] as const
export type Kind = (typeof KINDS)[number]
const FIELDS = ['title', 'names', 'key', 'description', 'programme'] as const

/** A subject of the landscape as the index holds it. */
interface Subject {
  id: number
  kind: Kind
  /** Its name in results. */
  label: string
  /** Its name in the index; empty for a radar entry, which its technology represents. */
  title: string
  /** Other names, each on a line. */
  names: string
  /** Keys of title and names, by which `node js` finds `Node.js` and `c#` finds `C#`. */
  key: string
  description: string
  programme: string
  link: string
  /** Whether only signed-in callers may find it. */
  isHidden: boolean
}

/** A hit: the fields that contain a term of the query, and its score. */
export interface Hit {
  kind: Kind
  title: string
  /** Where the query was found, the best first: `title`, `names`, `description`, `programme`. */
  foundIn: string[]
  link: string
}

interface SearchOptions {
  limit: number
  kinds?: readonly Kind[]
  typos?: number
  /** Whether private and internal repositories are found. */
  isSignedIn: boolean
}

export interface SearchIndex {
  /** The best hits first. */
  search(text: string, options: SearchOptions): Hit[]
  /** Names of up to three technologies whose key resembles that of a name, the most similar first. */
  similarNames(name: string): string[]
}

/** Documents that are indexed without a pause. */
const CHUNK = 50
/** Shorter terms are not compared with errors: most short words differ by one letter. */
const MIN_FUZZY_LENGTH = 4
/** Shorter terms must match complete words. */
const MIN_PREFIX_LENGTH = 3
/** A term must match complete words when more words than this begin with it. */
const MAX_EXPANDED_TERMS = 1_000
/** Maximum number of different words of a query; the others are ignored. */
const MAX_WORDS = 8
/** Maximum number of indexed characters of a description. */
const MAX_DESCRIPTION = 2_000
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
export async function createSearchIndex(landscape: Landscape): Promise<SearchIndex> {
  const beginnings = countBeginnings()
  const index = new MiniSearch<Subject>({
    fields: [...FIELDS],
    storeFields: ['kind', 'label', 'link', 'isHidden'],
    processTerm: (term) => beginnings.add(normalised(term)),
    tokenize: (text, field) => (field === 'key' ? text.split('\n') : wordsOf(text)),
  })
  await index.addAllAsync(subjectsOf(landscape), { chunkSize: CHUNK })
  const hitsOf = (
    queries: Query[],
    { kinds = KINDS, typos = 1, isSignedIn }: Omit<SearchOptions, 'limit'>,
  ) =>
    index.search(
      { combineWith: 'OR', queries },
      {
        prefix: (term) =>
          term.length >= MIN_PREFIX_LENGTH && beginnings.of(term) <= MAX_EXPANDED_TERMS,
        fuzzy: (term) => (term.length < MIN_FUZZY_LENGTH ? false : typos),
        boost: BOOST,
        processTerm: normalised,
        tokenize: (query) => [query],
        boostDocument: (_id, _term, stored) => BOOST_OF_KIND[stored?.['kind'] as Kind],
        filter: ({ kind, isHidden }) =>
          kinds.includes(kind as Kind) && (isSignedIn || isHidden === false),
      },
    )
  return {
    search(text, { limit, ...options }) {
      const words = [...new Set(wordsOf(text).map(normalised))].slice(0, MAX_WORDS)
      const inTexts = { combineWith: 'AND' as const, queries: words, fields: TEXT_FIELDS }
      const found = hitsOf([inTexts, byKey(text)], options)
      return found.slice(0, limit).map(({ kind, label, link, match }) => ({
        kind: kind as Kind,
        title: String(label),
        foundIn: fieldsOf(match),
        link: String(link),
      }))
    },
    similarNames(name) {
      if (name.length > MAX_SIMILAR_LENGTH) return []
      const found = hitsOf([byKey(name)], { kinds: ['technology'], typos: 2, isSignedIn: false })
      return found.slice(0, 3).map(({ label }) => String(label))
    },
  }
}

const TEXT_FIELDS = FIELDS.filter((name) => name !== 'key')

function byKey(name: string): Query {
  return { queries: [nameKey(name)], fields: ['key'] }
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

function subjectsOf(landscape: Landscape): Subject[] {
  const subjects = [
    ...landscape.technologies.map((technology) =>
      subject('technology', technology.name, technology.link, {
        names: [
          ...technology.aliases,
          ...technology.spellings.map(({ spelling }) => spelling),
          ...technology.entries.map(({ title }) => title),
        ],
      }),
    ),
    ...landscape.technologies.flatMap((technology) =>
      technology.entries.map(({ title, description, moves }) => ({
        ...subject('radar-entry', title, `${technology.link}#radar`, {
          description: [description, ...moves.map((move) => move.description)].join('\n'),
        }),
        title: '',
        key: '',
      })),
    ),
    ...landscape.projects.map(({ name, shortName, description, programme }) =>
      subject('project', name, `/technologies?project=${encodeURIComponent(name)}`, {
        names: shortName === name ? [] : [shortName],
        description,
        programme,
      }),
    ),
    ...landscape.programmes.map((programme) =>
      subject('programme', programme, `/technologies?programme=${encodeURIComponent(programme)}`),
    ),
    ...landscape.repositories.map(({ name, url, visibility, languages }) => ({
      ...subject('repository', name, url, {
        description: languages.map(({ technology }) => technology.name).join('\n'),
      }),
      isHidden: !isPublic({ visibility }),
    })),
  ]
  return subjects.map((one, id) => ({ id, ...one }))
}

interface Texts {
  names?: readonly string[]
  description?: string
  programme?: string
}

function subject(
  kind: Kind,
  title: string,
  link: string,
  { names = [], description = '', programme = '' }: Texts = {},
): Omit<Subject, 'id'> {
  const key = [...new Set([title, ...names].map(nameKey).filter(Boolean))].join('\n')
  const texts = {
    names: names.filter(Boolean).join('\n'),
    key,
    description: description.slice(0, MAX_DESCRIPTION),
    programme,
  }
  return { kind, label: title, title, ...texts, link, isHidden: false }
}
