import { parseIsoInstant } from '@landscape/contracts'
import type { RepositoryFilter } from './statistics.ts'

/** A query parameter as the parser gives it; of a repeated one the first counts. */
export type Parameter = string | readonly string[] | undefined

export interface ParsedFilter extends RepositoryFilter {
  /** The `datetime` parameter verbatim when it is valid, else null. */
  readonly filterDate: string | null
  /** The `archived` parameter verbatim, also when it had no effect. */
  readonly filterArchived: string | undefined
}

/** Reads `datetime` and `archived`; a value that is not understood does not filter. */
export function parseFilter(query: { datetime?: Parameter; archived?: Parameter }): ParsedFilter {
  const datetime = first(query.datetime)
  const archived = first(query.archived)
  const since = datetime === undefined ? undefined : parseIsoInstant(datetime)
  return {
    since,
    archived: archived === 'true' ? true : archived === 'false' ? false : undefined,
    filterDate: since === undefined ? null : (datetime ?? null),
    filterArchived: archived,
  }
}

function first(parameter: Parameter): string | undefined {
  return typeof parameter === 'string' ? parameter : parameter?.[0]
}

/**
 * The repository names of a query parameter: comma separated, trimmed, lower-cased, in the order of
 * the request. A repeated parameter is concatenated; empty names and repetitions are dropped.
 */
export function parseRequestedNames(values: string | readonly string[] | undefined): string[] {
  const names = [values ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
  return [...new Set(names)].filter((name) => name !== '')
}
