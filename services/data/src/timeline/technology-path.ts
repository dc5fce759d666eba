import { admitLine, admitName, slugOf } from '@landscape/contracts/admit'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { directorateOf, type Viewer } from './viewer.ts'

/**
 * Path of the page of a technology with the rings of a directorate, by its title; of a search when no slug can be
 * made of the title.
 */
export function technologyPath(title: string, viewer: Viewer): string {
  const name = admitName(title)
  const slug = name ? slugOf(name) : ''
  const seen = directorateOf(viewer)
  return slug === ''
    ? urlWith('/technologies', { q: admitLine(title), ...seen })
    : urlWith(`/technologies/${pathSegment(slug)}`, seen)
}
