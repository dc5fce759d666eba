/**
 * A path with a query of the parameters that have a value. Arrays are joined by commas; objects are
 * omitted.
 */
export function urlWith(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const search = parametersOf(parameters)
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** The parameters that have a value, as `urlWith` writes them. */
export function parametersOf(parameters: Readonly<Record<string, unknown>>): URLSearchParams {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    textOf(value),
  ])
  return new URLSearchParams(texts.filter(([, text]) => text !== ''))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join()
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/** A string as one segment of a path or one value of a query; half surrogates, which have no encoding, become U+FFFD. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
