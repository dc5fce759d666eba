import { bannerOf } from '@landscape/contracts/banners'
import { entryOf } from '@landscape/contracts/entries'
import { controlMembersOf } from '@landscape/contracts/control-members'
import { Edition } from '@landscape/contracts/editions'
import { faultsOf } from '@landscape/contracts/errors/faults'
import { safeValidate } from '@landscape/contracts/errors/validated'
import { BannerInput } from '@landscape/admin-review/banners/banner-input'
import { Category, Items } from '@landscape/admin-review/lists/technology-lists'
import { RADAR_STRUCTURE, RadarEntryInput } from '@landscape/admin-review/radar/radar-input'
import { asRecord, elementsOf, isRecord, type JsonRecord } from '@landscape/contracts/json'
import { LandscapeMonth } from '@landscape/contracts/landscape-months'
import { ProjectShape } from '@landscape/contracts/project-shape'
import { repositoryOf } from '@landscape/contracts/repositories'
import { DirectorateShape, RepositoryShape } from '@landscape/contracts/shapes'
import { TechnologyName } from '@landscape/admin-review/names/technology-names'
import { DayShape, TeamHistoryShape } from '@landscape/contracts/usage-shapes'
import { z } from 'zod'
import { invalidBannerTimes } from './banner-times.ts'
import { KEPT, type Finding, type JsonPath } from './finding.ts'
import { duplicateNames, ownerlessProjects, sharedNames, unknownRadarParts } from './references.ts'

const Banner = BannerInput.extend({
  show: z.boolean().optional(),
  // `invalidBannerTimes` reports these.
  startsAt: z.unknown().optional(),
  endsAt: z.unknown().optional(),
})
/** Finds irregular values, by document; other documents are validated only by their schema. */
export const FINDERS: Readonly<Record<string, (document: JsonRecord) => Finding[]>> = {
  radar: (radar) => [
    ...Object.entries(RADAR_STRUCTURE).flatMap(([part, usual]) =>
      faultsAt([part], usual, radar[part], KEPT),
    ),
    ...elementsOf(radar['entries']).flatMap((element, i) => {
      const at = ['entries', i]
      const outcome = entryOf(element).isOpaque ? OPAQUE : KEPT
      return faultsAt(at, RadarEntryInput, element, outcome)
    }),
    ...shared(
      radar['entries'],
      ['entries'],
      'id',
      'distinguished when a client sends both; new duplicates are rejected',
    ),
    ...unknownRadarParts(radar),
    ...leaks(radar['entries']),
    ...optionNamesIn(radar, []),
  ],
  banners: ({ messages, ...more }) => [
    ...optionNamesIn(more, []),
    ...elementsOf(messages).flatMap((banner, i) => optionNamesIn(banner, ['messages', i])),
    ...elementsOf(messages).flatMap((element, i): Finding[] => {
      const banner = bannerOf(element)
      if (banner.isOpaque)
        return [{ path: ['messages', i], what: 'has no message', outcome: OPAQUE }]
      const { pages, page } = banner.raw
      return [
        ...faultsAt(['messages', i], Banner, banner.raw, KEPT),
        ...((pages ?? page ?? '') === ''
          ? [{ path: ['messages', i, 'pages'], what: 'is missing', outcome: KEPT }]
          : []),
      ]
    }),
    ...invalidBannerTimes(messages),
    ...shared(messages, ['messages'], 'id', 'the later one gets an id of its own'),
  ],
  technologyNames: (names) => [
    ...each(names, [], TechnologyName, `${KEPT}; invalid parts are ignored`),
    ...sharedNames(names),
  ],
  radarEditions: (editions) => [
    ...each(editions, [], Edition, `${KEPT}, but omitted`),
    ...shared(editions, [], 'id', 'the first one counts'),
  ],
  landscapeMonths: (months) => each(months, [], LandscapeMonth, 'kept, but omitted from trends'),
  // One list at a time: zod copies the faults of a member as arguments, and thousands exceed the stack.
  arrayData: (lists) => [
    ...faultsAt([], z.record(Category, z.unknown()), lists, KEPT),
    ...Object.entries(lists).flatMap(([category, items]) =>
      faultsAt([category], Items, items, KEPT),
    ),
  ],
  projects: ({ projects }) => [
    ...each(projects, ['projects'], ProjectShape, `${KEPT}; invalid parts are ignored`),
    ...ownerlessProjects(projects),
    ...duplicateNames(projects),
    ...elementsOf(projects).flatMap((project, i) => optionNamesIn(project, ['projects', i])),
  ],
  repositories: ({ repositories }) =>
    elementsOf(repositories).flatMap((element, i) => {
      const at = ['repositories', i]
      return repositoryOf(element).isOpaque
        ? [{ path: at, what: 'has no name', outcome: OPAQUE }]
        : faultsAt(at, RepositoryShape, element, COUNTED)
    }),
  directorates: (document) =>
    each(document, [], DirectorateShape, 'returned unchanged; clients may not show it'),
  organisationHistory: (days) => [
    ...elementsOf(days).flatMap((day, i) =>
      asRecord(day)['date'] === undefined ? [] : faultsAt([i], DayShape, day, UNREAD),
    ),
    ...repeatedDays(days),
  ],
  teamsHistory: (teams) => each(teams, [], TeamHistoryShape, UNREAD),
}

/** The outcome of an element that does not fit the model of its document. */
const OPAQUE = 'opaque: kept, but omitted from lists and not editable'
const COUNTED = 'counted where possible; date filters skip it without a date'
const UNREAD = 'returned unchanged; charts omit invalid values'

function each(list: unknown, at: JsonPath, usual: z.ZodType, outcome: string): Finding[] {
  return elementsOf(list).flatMap((element, i) => faultsAt([...at, i], usual, element, outcome))
}

function faultsAt(at: JsonPath, usual: z.ZodType, value: unknown, outcome: string): Finding[] {
  const { error } = safeValidate(usual, value)
  if (!error) return []
  return faultsOf(error, value).map(({ path, detail }) => {
    return { path: [...at, ...path], what: detail.replaceAll('must be ', 'is not '), outcome }
  })
}

function shared(list: unknown, at: JsonPath, member: string, outcome: string): Finding[] {
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

/** Elements of stored usage whose day another element has, as `date` or as `day`. */
function repeatedDays(days: unknown): Finding[] {
  const outcome = 'kept; responses merge the elements of a day'
  const seen = new Set<unknown>()
  return elementsOf(days).flatMap((element, i) => {
    const { date, day } = asRecord(element)
    const own = date ?? day
    if (!seen.has(own)) {
      seen.add(own)
      return []
    }
    return [{ path: [i], what: 'repeats the day of another element', outcome }]
  })
}

function leaks(entries: unknown): Finding[] {
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

/** Members that have the name of a request option. */
function optionNamesIn(value: unknown, at: JsonPath): Finding[] {
  const outcome = 'kept; requests give this name the meaning of the option'
  return Object.keys(controlMembersOf(value)).map((name) => {
    return { path: [...at, name], what: 'has the name of a request option', outcome }
  })
}
