import {
  BannerInput,
  CategoryInput,
  controlMembersOf,
  DayShape,
  DirectorateShape,
  elementsOf,
  faultsOf,
  safeValidate,
  isRecord,
  ItemsInput,
  type JsonRecord,
  ProjectShape,
  RADAR_STRUCTURE,
  RadarEntryInput,
  RepositoryShape,
  TeamHistoryShape,
} from '@landscape/contracts'
import { z } from 'zod'
import { wrongTimes } from './banner-times.ts'
import { KEPT, type Oddity, type Place } from './told.ts'
import { namesakes, ownerless, strays } from './references.ts'

/** A banner as the programs that write it mean it. */
const Banner = BannerInput.extend({
  pages: BannerInput.shape.pages.unwrap().unwrap(),
  show: z.boolean(),
  // Said by `wrongTimes`.
  startsAt: z.unknown(),
  endsAt: z.unknown(),
})
/** What is odd in each document; a document that is not here is only held against its schema. */
export const ODDITIES: Readonly<Record<string, (document: JsonRecord) => Oddity[]>> = {
  radar: (radar) => [
    ...Object.entries(RADAR_STRUCTURE).flatMap(([part, usual]) =>
      faultsAt([part], usual, radar[part], KEPT),
    ),
    ...each(radar['entries'], ['entries'], RadarEntryInput, KEPT),
    ...shared(
      radar['entries'],
      ['entries'],
      'id',
      'told apart when a client sends both; new duplicates are rejected',
    ),
    ...strays(radar),
    ...leaks(radar['entries']),
    ...wordsIn(radar, []),
  ],
  banners: ({ messages, ...more }) => [
    ...wordsIn(more, []),
    ...elementsOf(messages).flatMap((banner, i) => wordsIn(banner, ['messages', i])),
    ...each(
      messages,
      ['messages'],
      Banner,
      `${KEPT}; an element that is not an object has only its index`,
    ),
    ...wrongTimes(messages),
    ...shared(messages, ['messages'], 'id', 'the later one gets an id of its own'),
  ],
  arrayData: (lists) => faultsAt([], z.record(CategoryInput, ItemsInput), lists, KEPT),
  projects: ({ projects }) => [
    ...each(projects, ['projects'], ProjectShape, `${KEPT}; invalid parts are ignored`),
    ...ownerless(projects),
    ...namesakes(projects),
    ...elementsOf(projects).flatMap((project, i) => wordsIn(project, ['projects', i])),
  ],
  repositories: ({ repositories }) =>
    each(
      repositories,
      ['repositories'],
      RepositoryShape.extend({ last_commit: z.string() }),
      'counted where possible; date filters skip it without a date',
    ),
  directorates: (document) =>
    each(document, [], DirectorateShape, 'returned unchanged; clients may not show it'),
  organisationHistory: (days) => each(days, [], DayShape, UNREAD),
  teamsHistory: (teams) => each(teams, [], TeamHistoryShape, UNREAD),
}

/** What becomes of odd figures. */
const UNREAD = 'returned unchanged; charts omit invalid values'

function each(list: unknown, at: Place, usual: z.ZodType, outcome: string): Oddity[] {
  return elementsOf(list).flatMap((element, i) => faultsAt([...at, i], usual, element, outcome))
}

function faultsAt(at: Place, usual: z.ZodType, value: unknown, outcome: string): Oddity[] {
  const { error } = safeValidate(usual, value)
  if (!error) return []
  return faultsOf(error, value).map(({ path, detail }) => {
    return { path: [...at, ...path], what: detail.replaceAll('must be ', 'is not '), outcome }
  })
}

function shared(list: unknown, at: Place, member: string, outcome: string): Oddity[] {
  const seen = new Set<unknown>()
  return elementsOf(list).flatMap((element, i) => {
    const value = isRecord(element) ? element[member] : undefined
    if (typeof value !== 'string' || !seen.has(value)) {
      seen.add(value)
      return []
    }
    return [{ path: [...at, i, member], what: 'is a duplicate', outcome }]
  })
}

function leaks(entries: unknown): Oddity[] {
  const outcome = 'removed by the next change of the radar'
  return elementsOf(entries).flatMap((entry, i) =>
    isRecord(entry) && Object.hasOwn(entry, 'filteredTimeline')
      ? [
          {
            path: ['entries', i, 'filteredTimeline'],
            what: 'is an internal field of the review page',
            outcome,
          },
        ]
      : [],
  )
}

/** Members that are called like words which say how an edit is made. */
function wordsIn(value: unknown, at: Place): Oddity[] {
  const outcome = 'kept; accepted in requests only when unchanged'
  return Object.keys(controlMembersOf(value)).map((name) => {
    return { path: [...at, name], what: 'has the name of a request option', outcome }
  })
}
