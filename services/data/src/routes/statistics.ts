import { type RepositoriesDocument, asRecord } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { route, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/documents'
import { prepareAnswer, readRequired, respond, type AnswerCache } from '@landscape/service'
import { z } from 'zod'

import type { CurrentIndex } from '../statistics/repository-index.ts'
import { Statistics } from '../statistics/statistics.ts'
import { parseFilter, parseRequestedNames } from '../statistics/filter.ts'

const Parameter = z.union([z.string(), z.array(z.string())]).optional()
const Filter = {
  datetime: Parameter.meta({ description: 'ISO 8601; repositories changed since then' }),
  archived: Parameter.meta({ description: '"true" or "false"; anything else does not filter' }),
}
const Metadata = { last_updated: z.string(), filter_date: z.string().nullable() }

export interface StatisticsDeps {
  repositories: StoredDocument<RepositoriesDocument>
  /** The index of a version of the repositories. */
  indexOf: (version: { value: unknown; etag: string }) => CurrentIndex
  cache: AnswerCache
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Statistics of all repositories, and of those that are named. */
export function statisticsRoutes({ repositories, indexOf, cache, now }: StatisticsDeps): Route[] {
  /** A stored date is part of the version; without one the answer holds the current time. */
  const prepared = <T>(document: unknown, key: string, build: (lastUpdated: string) => T) => {
    const stored = asRecord(asRecord(document)['metadata'])['last_updated']
    if (typeof stored === 'string') return cache.answer(key, () => build(stored))
    return prepareAnswer(build(new Date(now()).toISOString()))
  }

  return [
    route({
      method: 'get',
      path: '/api/json',
      summary: 'Repository and language statistics',
      access: 'public',
      query: z.object(Filter),
      reply: z.object({ ...Statistics.shape, metadata: z.object(Metadata) }),
      conditional: 'read',
      compressed: true,
      async handle({ headers, query }) {
        const snapshot = await readRequired(repositories)
        const { index, cacheKey } = indexOf(snapshot)
        const { filterDate, ...filter } = parseFilter(query)
        const key = JSON.stringify(['json', cacheKey, filterDate, filter.archived ?? null])
        const answer = prepared(snapshot.value, key, (lastUpdated) => ({
          ...index.statistics(filter),
          metadata: { last_updated: lastUpdated, filter_date: filterDate },
        }))
        return respond(headers, answer, snapshot)
      },
    }),
    route({
      method: 'get',
      path: '/api/repository/project/json',
      summary: 'Named repositories and their statistics',
      access: 'public',
      query: z.object({
        ...Filter,
        repositories: Parameter.meta({ description: 'names, comma separated, in any case' }),
      }),
      reply: z.object({
        repositories: z.array(z.record(z.string(), z.unknown())),
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
      async handle({ headers, query }) {
        const names = parseRequestedNames(query.repositories)
        if (names.length === 0) throw new DomainError('invalid-input', 'No repositories specified')
        const snapshot = await readRequired(repositories)
        const { index, cacheKey } = indexOf(snapshot)
        const { filterDate, filterArchived, ...filter } = parseFilter(query)
        const key = JSON.stringify(['named', cacheKey, names, filterDate, filterArchived ?? null])
        const answer = prepared(snapshot.value, key, (lastUpdated) => {
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
        })
        return respond(headers, answer, snapshot)
      },
    }),
  ]
}
