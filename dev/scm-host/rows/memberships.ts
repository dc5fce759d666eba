import type { Organisation } from '../organisation.ts'

/** Reports omit teams with fewer members that have a seat. */
const MIN_TEAM_SIZE = 5

/** Returns the memberships of all but small teams. */
export function membershipRows({ teams, login, id }: Organisation, day: string) {
  return teams
    .filter((team) => team.organisation === login && team.members.length >= MIN_TEAM_SIZE)
    .flatMap(({ id: team_id, slug, members }) =>
      members.map((user) => ({
        day,
        organization_id: String(id),
        user_id: user.id,
        user_login: user.login,
        team_id,
        slug,
      })),
    )
}
