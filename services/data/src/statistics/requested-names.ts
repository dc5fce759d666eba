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
