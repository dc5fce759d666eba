import { slugOf } from '@landscape/contracts/slug'
import { urlWith } from '@landscape/contracts/url-with'
import { directorateOf, type Viewer } from '../directorates/viewer.ts'

/**
 * Path of the page of a technology with the rings of a directorate, by its title; of a search when no slug can be
 * made of the title.
 */
export function technologyPath(title: string, viewer: Viewer): string {
  const slug = slugOf(title.toWellFormed())
  const seen = directorateOf(viewer)
  return slug === ''
    ? urlWith('/technologies', { q: title.toWellFormed(), ...seen })
    : urlWith(`/technologies/${encodeURIComponent(slug)}`, seen)
}
