import { admitLine, admitName, slugOf } from './admit.ts'
import { pathSegment, urlWith } from './url-with.ts'

/** Maximum length of a filter of a list. */
const MAX_FILTER_LENGTH = 200

type Query = Readonly<Record<string, unknown>>

/** Path of the page of a technology, by its title; of a search when no slug can be made of the title. */
export function technologyPath(title: string, query: Query = {}): string {
  const name = admitName(title)
  const slug = name ? slugOf(name) : ''
  return slug === ''
    ? urlWith('/technologies', { q: admitLine(title).slice(0, MAX_FILTER_LENGTH), ...query })
    : technologyPathOf(slug, query)
}

/** Path of the page of a technology, by its slug. */
export function technologyPathOf(slug: string, query: Query = {}): string {
  return urlWith(`/technologies/${pathSegment(slug)}`, query)
}
