/** An invented organisation at the local source-control host. Nobody in it exists. */

export interface HostUser {
  id: number
  login: string
}

export interface HostTeam {
  id: number
  slug: string
  name: string
  description: string | null
  /** Organisation that the team belongs to. */
  organisation: string
  members: readonly HostUser[]
}

export interface Organisation {
  login: string
  id: number
  users: readonly HostUser[]
  teams: readonly HostTeam[]
}

/** Slugs that the sample data knows as well. */
const TEAM_NAMES = [
  'Harbour Systems',
  'Tides and Weather',
  'Fisheries Digital',
  'Navigation Aids',
  'Platform Engineering',
  'Lighthouse',
]
const LIGHTHOUSE = 5
const SMALL_TEAM = 3
/** Guilds of one member, so that one user has more teams than fit on a page. */
const GUILDS = 120

/** Whom to sign in as: an ordinary user, an assistant admin, one with very many teams. */
export const SIGN_IN_USERS = { ordinary: 0, admin: 4, manyTeams: 2 } as const

export function createOrganisation(login: string, userCount: number): Organisation {
  const users = Array.from({ length: userCount }, (_, i) => ({
    id: 1001 + i,
    login: `sample-user-${String(i + 1).padStart(3, '0')}`,
  }))
  const regular = TEAM_NAMES.map((name, i) => ({
    id: 11 + i,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    // The host leaves the description null when nobody wrote one.
    description: i === 1 ? null : `Team ${name}`,
    organisation: login,
    members:
      i === LIGHTHOUSE ? users.slice(0, SMALL_TEAM) : users.filter((_, u) => u % LIGHTHOUSE === i),
  }))
  const everyone = team(30, 'everyone', login, users)
  const guilds = Array.from({ length: GUILDS }, (_, i) =>
    team(1000 + i, `guild-${i + 1}`, login, pick(users, SIGN_IN_USERS.manyTeams)),
  )
  const elsewhere = team(31, 'harbour-systems', 'another-organisation', users.slice(0, 10))
  return { login, id: 42, users, teams: [...regular, everyone, ...guilds, elsewhere] }
}

function team(id: number, slug: string, organisation: string, members: HostUser[]): HostTeam {
  return { id, slug, name: slug, description: null, organisation, members }
}

function pick(users: HostUser[], index: number): HostUser[] {
  return users.slice(index, index + 1)
}
