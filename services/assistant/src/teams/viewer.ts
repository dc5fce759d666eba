import type { Team } from '@landscape/contracts'

/** What a user of the source-control host may see. */
export interface Viewer {
  /** The user's own teams in the organisation. */
  ownTeams: readonly Team[]
  slugs: readonly string[]
  /** Members of an admin team see every team. */
  isAssistantAdmin: boolean
}

/** @param adminTeams slugs of the teams whose members are assistant admins */
export function viewerOf(ownTeams: readonly Team[], adminTeams: readonly string[]): Viewer {
  const slugs = ownTeams.map(({ slug }) => slug)
  return { ownTeams, slugs, isAssistantAdmin: slugs.some((slug) => adminTeams.includes(slug)) }
}

/** Whether the viewer may see the figures of one team. */
export function maySeeTeam({ isAssistantAdmin, slugs }: Viewer, teamSlug: string): boolean {
  return isAssistantAdmin || slugs.includes(teamSlug)
}
