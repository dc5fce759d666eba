import { activityOn } from './activity.ts'
import { addDays, moved, workingTime } from './calendar.ts'
import type { Member } from './members.ts'
import { createRandom } from './random.ts'
import { TEAMS } from './teams.ts'

const EDITOR_VERSIONS: Record<string, string[]> = {
  vscode: ['1.104.2', '1.105.1', '1.106.0'],
  jetbrains: ['IU-253.28294', 'PY-253.28294'],
  neovim: ['0.11.4'],
}
const DAYS_LOOKED_BACK = 400

/** Assignment dates of seats whose holders' accounts are deleted. */
export const ORPHANED_SEATS = ['2025-05-06', '2026-02-11'].map(moved)

/** Returns the member's last day of use, at most `date`. */
function lastActiveDay(member: Member, date: string): string | undefined {
  for (let age = 0; age < DAYS_LOOKED_BACK; age++) {
    const day = addDays(date, -age)
    if (activityOn(member, day)) return day
  }
  return undefined
}

/** The version of a member's editor. */
export function editorVersionOf({ editor, login }: Pick<Member, 'editor' | 'login'>): string {
  return createRandom(`seat ${login}`).pick(EDITOR_VERSIONS[editor] ?? ['1.0.0'])
}

function seatOf(member: Member, date: string) {
  const random = createRandom(`seat ${member.login}`)
  const lastDay = lastActiveDay(member, date)
  const version = random.pick(EDITOR_VERSIONS[member.editor] ?? ['1.0.0'])
  const home = TEAMS.find(({ slug }) => slug === member.teams[0])
  return {
    created_at: `${member.seatSince}T${workingTime(random.next())}Z`,
    updated_at: `${date}T23:00:00Z`,
    pending_cancellation_date: member.until === undefined ? null : addDays(date, 15),
    // Later than the time of day at which the seat was assigned.
    last_activity_at: lastDay ? `${lastDay}T17:${String(random.int(10, 59))}:00Z` : null,
    last_activity_editor: lastDay ? `${member.editor}/${version}/assistant/1.388` : null,
    assignee: account(member),
    ...(home && { assigning_team: { id: home.id, slug: home.slug, name: home.name } }),
  }
}

/** A member as an account of the source-control host. */
export function account({ id, login }: Pick<Member, 'id' | 'login'>) {
  return { id, login, avatar_url: `https://avatars.example/u/${id}`, type: 'User' }
}

/** Returns the seats at the end of `date` like the source-control host; some have no holder. */
export function seatsOn(date: string, members: readonly Member[]) {
  const orphaned = ORPHANED_SEATS.map((since) => ({
    created_at: `${since}T09:00:00Z`,
    updated_at: `${date}T23:00:00Z`,
    pending_cancellation_date: addDays(date, 15),
    last_activity_at: null,
    last_activity_editor: null,
    assignee: null,
  }))
  return [...members.map((member) => seatOf(member, date)), ...orphaned]
}
