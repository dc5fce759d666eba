import type { Activity } from '../organisation/activity.ts'
import { reportedCredits } from '../organisation/credits.ts'
import type { Member } from '../organisation/members.ts'
import { usesOf } from '../organisation/uses.ts'

/** A member with the use of one day. */
export interface Used {
  member: Member
  activity: Activity
}

const add = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The member `activity` of a day object, as the collector derives it from the reports of that day. */
export function usageActivity(date: string, all: readonly Used[]) {
  const used = all.filter(({ activity }) => usesOf(activity).length > 0)
  const people = (has: (activity: Activity) => boolean) =>
    used.filter(({ activity }) => has(activity)).length
  const total = (amount: (activity: Activity) => number) =>
    add(used.map(({ activity }) => amount(activity)))
  const credits = used.flatMap(
    ({ member, activity }) => reportedCredits(member, activity, date) ?? [],
  )
  const unknown = people(({ unknownInteractions }) => unknownInteractions > 0)
  return {
    people: used.length,
    surfaces: {
      completions: people(({ completions }) => completions.some((c) => c.acceptances > 0)),
      chat: people(({ chat }) => chat !== undefined),
      agent: people(({ agentChats, cloudAgent }) => agentChats > 0 || cloudAgent),
      cli: people(({ cli }) => cli !== undefined),
      app: people(({ app }) => app !== undefined),
      code_review: people(({ review }) => review === 'active'),
    },
    ...(unknown > 0 && { other_features: { chat_panel_unknown_mode: unknown } }),
    interactions: total(
      ({ chat, unknownInteractions, cli }) =>
        (chat?.chats ?? 0) + unknownInteractions + (cli?.prompts ?? 0),
    ),
    lines_added: total(
      ({ completions, linesAdded }) => add(completions.map((c) => c.linesAccepted)) + linesAdded,
    ),
    ...(credits.length > 0 && { credits: Number(add(credits).toFixed(4)) }),
    people_with_credits: credits.length,
  }
}
