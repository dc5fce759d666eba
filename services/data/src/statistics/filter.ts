import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import type { RepositoryFilter } from './repositories.ts'

/** A parsed query parameter; of a repeated one the first value counts. */
type Parameter = string | readonly string[] | undefined

/** A filter, with the parameters that the metadata of the reply repeats. */
interface ParsedFilter extends RepositoryFilter {
  /** The `datetime` parameter verbatim when it is valid, else null. */
  readonly filterDate: string | null
  /** The `archived` parameter verbatim, valid or not. */
  readonly filterArchived: string | undefined
}

/** Parses `datetime` and `archived`; an invalid value does not filter. */
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
 * Parses the repository names of a query parameter: comma separated, trimmed, lower-cased, in request order.
 * A repeated parameter is concatenated; empty and duplicate names are dropped.
 */
export function parseRequestedNames(values: string | readonly string[] | undefined): string[] {
  const names = [values ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
  return [...new Set(names)].filter((name) => name !== '')
}
