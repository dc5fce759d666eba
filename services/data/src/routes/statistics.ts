import { Repository, type RepositoriesDocument, asRecord, describedAs } from '@landscape/contracts'
import { route, type Call, type Reply, type Route } from '@landscape/http'
import type { Snapshot, StoredDocument } from '@landscape/documents'
import {
  inRows,
  PICTURE,
  prepareAnswer,
  preparedIn,
  preparePicture,
  readOr,
  readRequired,
  respondPicture,
  respondPublic,
  ROW_FORMAT,
  rowFormat,
  type AnswerCache,
  type AnswerKey,
  type PreparedAnswer,
} from '@landscape/service'
import { z } from 'zod'
import { languagesPicture } from '../statistics/languages-picture.ts'
import type { IndexOf } from '../statistics/repository-index.ts'
import { Statistics } from '../statistics/statistics.ts'
import { parseFilter, parseRequestedNames } from '../statistics/filter.ts'
import { LANGUAGES_PICTURE_EXAMPLE, REPOSITORIES_EXAMPLE, STATISTICS_EXAMPLE } from './examples.ts'

const Parameter = z.union([z.string(), z.array(z.string())]).optional()
const Filter = {
  datetime: Parameter.meta({
    description: 'ISO 8601; repositories changed since then',
    examples: ['2026-01-01'],
  }),
  archived: Parameter.meta({
    description: '"true" or "false"; anything else does not filter',
    examples: ['false'],
  }),
}
const NO_NAMES = {
  message: 'No repositories specified',
  params: { detail: 'names no repository' },
}
const Name = z.string().regex(/[^,\s]/)
const Names = describedAs(
  // Absent is read, too, so that it is refused as what names nothing is.
  z.unknown(),
  z.union([Name, z.array(Name).min(1)]),
)
  .pipe(Parameter)
  .transform(parseRequestedNames)
  .refine((names) => names.length > 0, NO_NAMES)
const Metadata = {
  last_updated: z.string().nullable().meta({ description: 'null when the data do not say' }),
  filter_date: z.string().nullable(),
}

/** Of the CSV of repositories. */
const REPOSITORY_COLUMNS = [
  'name',
  'url',
  'visibility',
  'is_archived',
  'last_commit',
  'technologies.languages.name',
  'technologies.languages.size',
  'technologies.languages.percentage',
]

export interface StatisticsDeps {
  repositories: StoredDocument<RepositoriesDocument>
  indexOf: IndexOf
  cache: AnswerCache
}

/** Statistics of all repositories, and of those that are named. */
export function statisticsRoutes({ repositories, indexOf, cache }: StatisticsDeps): Route[] {
  const answer = async <T>(
    { headers, inTurn }: Pick<Call<'public', unknown, unknown, unknown>, 'headers' | 'inTurn'>,
    snapshot: Snapshot<RepositoriesDocument>,
    key: AnswerKey,
    build: (lastUpdated: string | null) => T,
    prepare?: (built: T) => Promise<PreparedAnswer<T>>,
  ): Promise<Reply<T>> => {
    const stored = asRecord(asRecord(snapshot.value)['metadata'])['last_updated']
    const lastUpdated = typeof stored === 'string' ? stored : null
    const make = () => {
      const built = build(lastUpdated)
      return prepare ? prepare(built) : prepareAnswer(built)
    }
    const options = { ...snapshot, isNegotiated: prepare !== undefined }
    return cache.inTurn(key, inTurn, make, (answer) => respondPublic(headers, answer, options))
  }

  return [
    route({
      method: 'get',
      path: '/api/json',
      id: 'getStatistics',
      tag: 'Repositories',
      summary: 'Repository and language statistics',
      description:
        'Numbers of repositories by visibility and, for each language, in how many it is used, its mean percentage there and its bytes.',
      example: STATISTICS_EXAMPLE,
      access: 'public',
      query: z.object(Filter),
      reply: z.object({ ...Statistics.shape, metadata: z.object(Metadata) }),
      conditional: 'read',
      compressed: true,
      async handle({ query, ...call }) {
        const snapshot = await readRequired(repositories)
        const { index, cacheKey } = await indexOf(snapshot)
        const { filterDate, ...filter } = parseFilter(query)
        const question = JSON.stringify(['json', filterDate, filter.archived ?? null])
        const key = { question, version: cacheKey }
        return answer(call, snapshot, key, (lastUpdated) => ({
          ...index.statistics(filter),
          metadata: { last_updated: lastUpdated, filter_date: filterDate },
        }))
      },
    }),
    route({
      ...PICTURE,
      path: '/api/languages/svg',
      id: 'drawLanguages',
      tag: 'Repositories',
      summary: 'The languages that most repositories use, drawn',
      description: 'An SVG picture of what the statistics say, with the same filters.',
      example: LANGUAGES_PICTURE_EXAMPLE,
      access: 'public',
      query: z.object(Filter),
      async handle({ query, headers, inTurn }) {
        const snapshot = await readOr(repositories, { repositories: [] })
        const { index, cacheKey } = await indexOf(snapshot)
        const { filterDate, ...filter } = parseFilter(query)
        const question = JSON.stringify(['drawn', filterDate, filter.archived ?? null])
        return cache.inTurn(
          { question, version: cacheKey },
          inTurn,
          () => preparePicture(languagesPicture(index.statistics(filter))),
          (picture) => respondPicture(headers, picture, snapshot),
        )
      },
    }),
    route({
      method: 'get',
      path: '/api/repository/project/json',
      id: 'getRepositories',
      tag: 'Repositories',
      summary: 'Named repositories and their statistics',
      description:
        'The repositories that are named and found, with the same statistics of these alone; `metadata` says which were found.',
      example: REPOSITORIES_EXAMPLE,
      ...inRows(REPOSITORY_COLUMNS, REPOSITORIES_EXAMPLE.repositories),
      access: 'public',
      query: z.object({
        ...Filter,
        ...ROW_FORMAT,
        repositories: Names.meta({
          description: 'names, comma separated, in any case',
          param: { example: 'harbour-api-api' },
        }),
      }),
      reply: z.object({
        repositories: z.array(Repository),
        ...Statistics.shape,
        metadata: z.object({
          ...Metadata,
          requested_repos: z.array(z.string()),
          found_repos: z.array(z.string()),
          filter_archived: z.string().optional(),
        }),
      }),
      conditional: 'read',
      compressed: true,
      async handle({ query, ...call }) {
        const { repositories: names } = query
        const snapshot = await readRequired(repositories)
        const { index, cacheKey } = await indexOf(snapshot)
        const { filterDate, filterArchived, ...filter } = parseFilter(query)
        const format = rowFormat(call.headers, query.format)
        const question = JSON.stringify([
          format,
          'named',
          names,
          filterDate,
          filterArchived ?? null,
        ])
        const key = { question, version: cacheKey }
        const build = (lastUpdated: string | null) => {
          const { found_repos, ...found } = index.named(names, filter)
          return {
            ...found,
            metadata: {
              last_updated: lastUpdated,
              requested_repos: names,
              found_repos,
              filter_date: filterDate,
              filter_archived: filterArchived,
            },
          }
        }
        type Named = ReturnType<typeof build>
        const prepare = preparedIn(format, REPOSITORY_COLUMNS, (named: Named) => named.repositories)
        return answer(call, snapshot, key, build, prepare)
      },
    }),
  ]
}
