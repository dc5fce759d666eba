import { addDays, lastDays, REFERENCE_DATE, workingTime } from '../calendar.ts'
import { createRandom } from '../random.ts'
import { activityOn } from './activity.ts'
import { type Member, MEMBERS } from './members.ts'

const EDITOR_VERSIONS: Record<string, string[]> = {
  vscode: ['1.104.2', '1.105.1', '1.106.0'],
  jetbrains: ['IU-253.28294', 'PY-253.28294'],
  neovim: ['0.11.4'],
}

const DAYS = lastDays(400).toReversed()

function seatOf(member: Member) {
  const random = createRandom(`seat ${member.person.login}`)
  const lastDay = DAYS.find((date) => activityOn(member, date) !== undefined)
  const version = random.pick(EDITOR_VERSIONS[member.editor] ?? ['1.0.0'])
  const isGivenUp = member.until < REFERENCE_DATE
  return {
    created_at: `${member.seatSince}T${workingTime(random.next())}Z`,
    updated_at: `${REFERENCE_DATE}T23:00:00Z`,
    pending_cancellation_date: isGivenUp ? addDays(REFERENCE_DATE, 15) : null,
    // Never earlier than the working hours in which the seat was given.
    last_activity_at: lastDay ? `${lastDay}T17:${String(random.int(10, 59))}:00Z` : null,
    last_activity_editor: lastDay ? `${member.editor}/${version}/assistant/1.388` : null,
    assignee: {
      id: member.id,
      login: member.person.login,
      avatar_url: `https://avatars.example/u/${member.id}`,
      type: 'User',
    },
  }
}

/** A seat whose holder's account was deleted. */
function orphanedSeat(seatSince: string) {
  return {
    created_at: `${seatSince}T09:00:00Z`,
    updated_at: `${REFERENCE_DATE}T23:00:00Z`,
    pending_cancellation_date: addDays(REFERENCE_DATE, 15),
    last_activity_at: null,
    last_activity_editor: null,
    assignee: null,
  }
}

/** The seats as the source-control host lists them, only for development. */
export function seats() {
  return [...MEMBERS.map(seatOf), orphanedSeat('2025-05-06'), orphanedSeat('2026-02-11')]
}
