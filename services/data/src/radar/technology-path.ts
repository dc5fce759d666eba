import { urlWith } from '@landscape/http/request/url-with'
import { slugOf } from '../join/slug.ts'
import type { SeenRadar } from './seen-radar.ts'

/**
 * Path of the page of a technology with the rings of a directorate, by its title; of a search when no slug can be
 * made of the title.
 */
export function technologyPath(
  title: string,
  { directorate, directorates }: Pick<SeenRadar, 'directorate' | 'directorates'>,
): string {
  const slug = slugOf(title.toWellFormed())
  const seen = directorate === directorates.main ? {} : { directorate: directorate.id }
  return slug === ''
    ? urlWith('/technologies', { q: title.toWellFormed(), ...seen })
    : urlWith(`/technologies/${encodeURIComponent(slug)}`, seen)
}
