import { describedAs } from '@landscape/contracts/described-as'
import { Repository, type RepositoriesDocument } from '@landscape/contracts/landscape'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { readOr, readRequired } from '@landscape/http/responses/documents'
import { PICTURE, preparePicture, respondPicture } from '@landscape/http/responses/pages'
import {
  type ResponseCache,
  prepareJson,
  type PreparedResponse,
} from '@landscape/http/responses/prepared-response'
import { ROW_TYPES, prepareAs, ROW_FORMAT, rowFormat } from '@landscape/http/responses/rows'
import { type Call, route, type Route } from '@landscape/http/route/route'
import type { StoredDocument } from '@landscape/store/documents/document'
import { z } from 'zod'
import { languagesPicture } from './languages-picture.ts'
import { parseFilter, parseRequestedNames } from './filter.ts'
import {
  countFutureCommits,
  filterRepositories,
  findRepositories,
  repositoriesOf,
  selected,
  type Repositories,
} from './repositories.ts'
import { countRepositories, Statistics } from './statistics.ts'

const Parameter = z.union([z.string(), z.array(z.string())]).optional()
const Filter = {
  datetime: Parameter.meta({
    description: 'ISO 8601: repositories changed at or after this instant',
    examples: ['2026-01-01'],
  }),
  archived: Parameter.meta({
    description: '"true" or "false"; other values do not filter',
    examples: ['false'],
  }),
}
const NO_NAMES = {
  message: 'No repositories specified',
  params: { detail: 'names no repository' },
}
const Name = z.string().regex(/[^,\s]/)
const Names = describedAs(
  // An absent parameter is rejected like an empty one.
  z.unknown(),
  z.union([Name, z.array(Name).min(1)]),
)
  .pipe(Parameter)
  .transform(parseRequestedNames)
  .refine((names) => names.length > 0, NO_NAMES)
const Metadata = {
  last_updated: z
    .string()
    .nullable()
    .meta({ description: 'null if the stored document has no date' }),
  filter_date: z.string().nullable(),
}

/** CSV columns of a repository. */
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

interface StatisticsDeps {
  repositories: StoredDocument<RepositoriesDocument>
  cache: ResponseCache
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Statistics of all repositories, and of named ones. */
export function statisticsRoutes(deps: StatisticsDeps): Route[] {
  return [statisticsRoute(deps), languagesPictureRoute(deps), namedRepositoriesRoute(deps)]
}

function statisticsRoute(deps: StatisticsDeps): Route {
  return route({
    method: 'get',
    path: '/api/json',
    id: 'getStatistics',
    tag: 'Repositories',
    summary: 'Repository and language statistics',
    description:
      'Number of repositories by visibility, and for each language the number of repositories ' +
      'that use it, its mean percentage in them and its bytes.',
    access: 'public',
    query: z.object(Filter),
    reply: z.object({ ...Statistics.shape, metadata: z.object(Metadata) }),
    codes: ['not-found'],
    conditional: 'read',
    compressed: true,
    async handle({ query, headers, queued }) {
      const version = await readRequired(deps.repositories)
      const { filterDate, ...filter } = parseFilter(query)
      return respondOnce(deps, queued, version, {
        key: ['json', filterDate, filter.archived],
        make: (repositories, now) =>
          prepareJson({
            ...countRepositories(filterRepositories(repositories, filter, now)),
            metadata: { last_updated: repositories.lastUpdated, filter_date: filterDate },
          }),
        respond: (prepared) => respondPublic(headers, prepared, version),
      })
    },
  })
}

function languagesPictureRoute(deps: StatisticsDeps): Route {
  return route({
    ...PICTURE,
    path: '/api/languages/svg',
    id: 'drawLanguages',
    tag: 'Repositories',
    summary: 'Most used languages as an SVG image',
    description:
      'A bar chart of the languages by number of repositories. ' +
      'Accepts the filters of [getStatistics](/docs#/Repositories/getStatistics).',
    access: 'public',
    query: z.object(Filter),
    async handle({ query, headers, queued }) {
      const version = await readOr(deps.repositories, { repositories: [] })
      const { filterDate, ...filter } = parseFilter(query)
      return respondOnce(deps, queued, version, {
        key: ['drawn', filterDate, filter.archived],
        make(repositories, now) {
          const passing = filterRepositories(repositories, filter, now)
          return preparePicture(languagesPicture(countRepositories(passing)))
        },
        respond: (picture) => respondPicture(headers, picture, version),
      })
    },
  })
}

const NamedRepositories = z.object({
  repositories: z.array(Repository),
  ...Statistics.shape,
  metadata: z.object({
    ...Metadata,
    requested_repos: z.array(z.string()),
    found_repos: z.array(z.string()),
    filter_archived: z.string().optional(),
  }),
})
type NamedRepositories = z.output<typeof NamedRepositories>

function namedRepositoriesRoute(deps: StatisticsDeps): Route {
  return route({
    method: 'get',
    path: '/api/repository/project/json',
    id: 'getRepositories',
    tag: 'Repositories',
    summary: 'Named repositories and their statistics',
    description:
      'The repositories with these names and their statistics. ' +
      '`metadata` lists the requested names and those found.',
    otherTypes: ROW_TYPES,
    access: 'public',
    query: z.object({
      ...Filter,
      ...ROW_FORMAT,
      repositories: Names.meta({
        description: 'comma-separated names, in any case',
        param: { example: 'harbour-api-api' },
      }),
    }),
    reply: NamedRepositories,
    codes: ['not-found'],
    conditional: 'read',
    compressed: true,
    async handle({ query, headers, queued }) {
      const version = await readRequired(deps.repositories)
      const names = query.repositories
      const { filterDate, filterArchived, ...filter } = parseFilter(query)
      const format = rowFormat(headers, query)
      const toRows = prepareAs(format, REPOSITORY_COLUMNS, (named: NamedRepositories) => {
        return named.repositories
      })
      return respondOnce(deps, queued, version, {
        key: [format, 'named', names, filterDate, filterArchived],
        make(repositories, now) {
          const selection = findRepositories(repositories, names, filter, now)
          const records = selected(selection)
          const named: NamedRepositories = {
            repositories: records.map(({ raw }) => raw),
            ...countRepositories(selection),
            metadata: {
              last_updated: repositories.lastUpdated,
              requested_repos: names,
              found_repos: records.map(({ name }) => name),
              filter_date: filterDate,
              filter_archived: filterArchived,
            },
          }
          return toRows(named)
        },
        respond: (prepared) => respondPublic(headers, prepared, { ...version, isNegotiated: true }),
      })
    },
  })
}

interface Query<T, R> {
  /** Distinguishes the responses from one version. */
  key: readonly unknown[]
  make: (
    repositories: Repositories,
    now: number,
  ) => PreparedResponse<T> | Promise<PreparedResponse<T>>
  respond: (prepared: PreparedResponse<T>) => Promise<R>
}

/** Responds from the cache, which holds one response for each query and version. */
function respondOnce<T, R>(
  { cache, now }: StatisticsDeps,
  queued: Call<'public', unknown, unknown, unknown>['queued'],
  { value, etag }: { value: RepositoriesDocument; etag: string },
  { key, make, respond }: Query<T, R>,
): Promise<R> {
  const repositories = repositoriesOf(value)
  const at = now()
  // A date filter accepts a commit dated in the future once that date has passed.
  const version = `${etag} ${countFutureCommits(repositories, at)}`
  const name = JSON.stringify(key)
  return cache.respond({ name, version }, queued, () => make(repositories, at), respond)
}
