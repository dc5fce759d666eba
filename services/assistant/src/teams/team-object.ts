import type { Team } from '@landscape/contracts'

/**
 * A team with exactly the four members that clients read, all texts: their search calls string
 * functions on the description, which the host may leave null.
 */
export function teamObject(team: Team): Record<'slug' | 'name' | 'description' | 'url', string> {
  const { slug, name, description, url } = team
  return { slug, name: text(name) || slug, description: text(description), url: text(url) }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
