import { slugOf } from '../join/slug.ts'

/** Path of the page of a technology, by its title; of a search when no slug can be made of the title. */
export function technologyPath(title: string): string {
  const slug = slugOf(title.toWellFormed())
  return slug === ''
    ? `/technologies?q=${encodeURIComponent(title.toWellFormed())}`
    : `/technologies/${encodeURIComponent(slug)}`
}
