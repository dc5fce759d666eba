import { createMembers, type Member } from '../organisation/members.ts'
import { ORPHANED_SEATS } from '../organisation/seats.ts'
import { TEAMS } from '../organisation/teams.ts'

export interface HostTeam {
  id: number
  slug: string
  name: string
  description: string | null
  /** Organisation that the team belongs to. */
  organisation: string
  members: readonly Member[]
}

/** The invented organisation of the local host. */
export interface Organisation {
  login: string
  id: number
  users: readonly Member[]
  teams: readonly HostTeam[]
}

const SMALL_TEAM = 3
/** Number of teams of one member, so that one user's teams exceed a page. */
const GUILDS = 120

/** Users of the sign-in page: an ordinary user, an assistant admin and a user with more than 100 teams. */
export const SIGN_IN_USERS = {
  ordinary: 'maren-holt-acme',
  admin: 'jago-trevane-acme',
  manyTeams: 'tove-saltmarsh-acme',
} as const

/**
 * Creates the organisation of the sample data, with additional teams: one of all users, one too small for
 * reports, and one of another organisation.
 *
 * @param seatCount number of seats, including those without a holder; that of the sample data when absent
 */
export function createOrganisation(login: string, seatCount?: number): Organisation {
  const users = createMembers(seatCount && seatCount - ORPHANED_SEATS.length)
  const regular = TEAMS.map(({ id, slug, name, description }) => ({
    id,
    slug,
    name,
    // The host returns null for an absent description.
    description: description === '' ? null : description,
    organisation: login,
    members: users.filter((user) => user.teams.includes(slug)),
  }))
  const guildMember = users.filter((user) => user.login === SIGN_IN_USERS.manyTeams)
  const guilds = Array.from({ length: GUILDS }, (_, i) =>
    team(1000 + i, `guild-${i + 1}`, login, guildMember),
  )
  return {
    login,
    id: 42,
    users,
    teams: [
      ...regular,
      team(29, 'lighthouse', login, users.slice(0, SMALL_TEAM)),
      team(30, 'everyone', login, users),
      ...guilds,
      team(31, 'harbour-systems', 'another-organisation', users.slice(0, 10)),
    ],
  }
}

function team(id: number, slug: string, organisation: string, members: Member[]): HostTeam {
  return { id, slug, name: slug, description: null, organisation, members }
}
