import { activityOn, type Activity } from './activity.ts'
import type { Member } from './members.ts'

/** Credits of one chat, one chat in agent mode, one request, one task of the cloud agent, and one review. */
const RATES = { chat: 0.4, agentChat: 3.25, request: 0.85, cloudAgent: 62.5, review: 13.75 }
/** Decimal digits in reports. */
const DIGITS = 4
/** The first day with credits in the rows of users. */
const REPORTED_SINCE = '2026-06-19'
/** One user in 17 has no credits in reports. */
const WITHOUT_CREDITS = 17

/** Returns the AI credits of a member's use; completions cost none. */
function creditsOf(activity: Activity): number {
  const { chat, webChats, agentChats, cli, app, cloudAgent, review } = activity
  const requests = (cli?.requests ?? 0) + (app?.requests ?? 0)
  const promptTokens = (cli?.promptTokens ?? 0) + (app?.promptTokens ?? 0)
  const credits =
    ((chat?.chats ?? 0) - agentChats + webChats) * RATES.chat +
    agentChats * RATES.agentChat +
    requests * RATES.request +
    promptTokens / 100_000 +
    (cloudAgent ? RATES.cloudAgent : 0) +
    (review === undefined ? 0 : RATES.review)
  return Number(credits.toFixed(DIGITS))
}

/** Returns the AI credits that a member used on a day, decimal; 0 without use. */
export function creditsOn(member: Member, date: string): number {
  const activity = activityOn(member, date)
  return activity ? creditsOf(activity) : 0
}

/** Returns the credits in a user's row of a report; undefined when it has none. */
export function reportedCredits(member: Member, activity: Activity, date: string) {
  const isReported = date >= REPORTED_SINCE && member.id % WITHOUT_CREDITS !== 0
  return isReported ? creditsOf(activity) : undefined
}
