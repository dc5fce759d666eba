import { admitLine, admitName, slugOf } from '@landscape/contracts/admit'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { directorateOf, type Viewer } from './viewer.ts'

/** Maximum length of a filter of a list. */
const MAX_FILTER_LENGTH = 200

/**
 * Path of the page of a technology with the rings of a directorate, by its title; of a search when no slug can be
 * made of the title.
 */
export function technologyPath(title: string, viewer: Viewer): string {
  const name = admitName(title)
  const slug = name ? slugOf(name) : ''
  const seen = directorateOf(viewer)
  return slug === ''
    ? urlWith('/technologies', { q: admitLine(title).slice(0, MAX_FILTER_LENGTH), ...seen })
    : urlWith(`/technologies/${pathSegment(slug)}`, seen)
}
