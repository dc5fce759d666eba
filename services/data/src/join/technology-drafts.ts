import {
  admitName,
  compareNames,
  slugOf,
  type Name,
  type NameKey,
  type Slug,
} from '@landscape/contracts/admit'
import { sorted } from './sorted.ts'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import type { NameIndex } from '@landscape/contracts/technology-names'
import type { Technology } from './landscape.ts'
import { uniqueSlugs } from './slug.ts'
import { isLanguage } from './use.ts'
import { technologyPathOf } from '@landscape/contracts/technology-path'

/** Sources of a technology's name, the most reliable first. */
type NameSource = 'entry' | 'list' | 'repository' | 'project'
const SOURCES: readonly NameSource[] = ['entry', 'list', 'repository', 'project']

type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K]
}

/** A technology while its uses are collected. */
export interface Draft {
  technology: Mutable<Technology>
  /** Number of uses of each way to write it, by source. */
  spellings: Record<NameSource, Map<Name, number>>
}

/** Technologies by key while a landscape is joined. */
export interface Drafts {
  /** The technology that a name belongs to; the spelling is counted for the source, once by default. */
  of(name: Name, source: NameSource, uses?: number): Draft
  /** All technologies by name, with names and slugs. */
  complete(hasScan: boolean): Generator<void, Technology[]>
  find(key: NameKey): Technology | undefined
}

/** Maximum number of spellings of a technology; the others are counted. */
const MAX_SPELLINGS = 20
const NO_SLUG = slugOf(admitName('technology') as Name)

/** Creates empty drafts; `complete` finishes them once all uses are collected. */
export function createDrafts(index: NameIndex): Drafts {
  const drafts = new Map<NameKey, Draft>()
  const bySpelling = new Map<Name, Draft>()
  const resolved = (name: Name): Draft => {
    const key = index.resolve(name)
    const draft = drafts.get(key) ?? emptyDraft(name)
    drafts.set(key, draft)
    bySpelling.set(name, draft)
    return draft
  }
  return {
    of(name, source, uses = 1) {
      const draft = bySpelling.get(name) ?? resolved(name)
      const spellings = draft.spellings[source]
      spellings.set(name, (spellings.get(name) ?? 0) + uses)
      return draft
    },
    *complete(hasScan) {
      for (const [key, draft] of drafts) {
        completeDraft(key, draft, index)
        draft.technology.isScanned = hasScan && isLanguage(draft.technology)
        yield
      }
      const all = drafts.values().map(({ technology }) => technology)
      const technologies = yield* sorted(all, (a, b) => compareNames(a.name, b.name))
      // Later names must not change the addresses of the radar and of stored names.
      const byRank = Map.groupBy(technologies, (technology) => rankOf(technology, index))
      const byReliability = [0, 1, 2].flatMap((rank) => byRank.get(rank) ?? [])
      const slugs = yield* uniqueSlugs(
        byReliability.values().map(({ name }) => slugOf(name) || NO_SLUG),
      )
      byReliability.forEach((technology, i) => {
        technology.slug = slugs[i] as Slug
        technology.link = technologyPathOf(technology.slug)
      })
      return technologies
    },
    find: (key) => drafts.get(key)?.technology,
  }
}

function rankOf({ name, entries }: Technology, index: NameIndex): number {
  if (entries.length > 0) return 0
  return index.named(index.resolve(name)) ? 1 : 2
}

function emptyDraft(name: Name): Draft {
  return {
    technology: {
      slug: NO_SLUG,
      link: '',
      name,
      aliases: [],
      spellings: [],
      otherSpellings: 0,
      entries: [],
      projects: [],
      repositories: [],
      isScanned: false,
      lists: [],
    },
    spellings: { entry: new Map(), list: new Map(), repository: new Map(), project: new Map() },
  }
}

/**
 * The stored name, else the title on the radar, the list item, the language, or the most frequent
 * spelling.
 */
function completeDraft(key: NameKey, { technology, spellings }: Draft, index: NameIndex): void {
  const stored = index.named(key)
  const bySource = SOURCES.map((source) => byFrequency(spellings[source]))
  technology.name =
    stored?.name ?? bySource.find((found) => found.length > 0)?.[0]?.[0] ?? technology.name
  technology.aliases = [...(stored?.aliases ?? [])]
  technology.repositories.sort((a, b) => (b.share ?? 0) - (a.share ?? 0))
  const written = bySource[SOURCES.indexOf('project')] ?? []
  technology.spellings = written.slice(0, MAX_SPELLINGS).map(([spelling, projects]) => {
    return { spelling, projects }
  })
  technology.otherSpellings = written.length - technology.spellings.length
}

function byFrequency(counts: ReadonlyMap<Name, number>): [Name, number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || byCodeUnit(a, b))
}

/**
 * A technology by the slug of its name, of an alias or of a title on the radar, by name, alias or
 * spelling.
 */
export function createFinder(
  technologies: readonly Technology[],
  index: NameIndex,
  drafts: Pick<Drafts, 'find'>,
): (name: string) => Technology | undefined {
  const otherSlugs = technologies.flatMap((technology) =>
    [...technology.entries.flatMap(({ name }) => name ?? []), ...technology.aliases].map(
      (name) => [slugOf(name), technology] as const,
    ),
  )
  const bySlug = new Map<string, Technology>([
    ...otherSlugs.toReversed(),
    ...technologies.map((technology) => [technology.slug, technology] as const),
  ])
  return (wanted) => {
    const name = admitName(wanted)
    // A numbered slug can be longer than a name.
    return bySlug.get(wanted.trim().toLowerCase()) ?? (name && drafts.find(index.resolve(name)))
  }
}
