import { addDays, daysBetween, REFERENCE_DATE } from './calendar.ts'
import type { Random } from './random.ts'

/** Use of the command line or of the app. */
interface Sessions {
  sessions: number
  requests: number
  prompts: number
  promptTokens: number
  outputTokens: number
}

/** A member's use of agents, chat modes and surfaces outside the editor on one day. */
export interface AgentUse {
  /** Chats in agent and in plan mode and inline; all others are in ask mode. */
  agentChats: number
  planChats: number
  inlineChats: number
  /** Interactions whose mode the host does not know; they do not count as chats. */
  unknownInteractions: number
  linesAdded: number
  linesDeleted: number
  cli: Sessions | undefined
  app: Sessions | undefined
  cloudAgent: boolean
  review: 'active' | 'passive' | undefined
}

/** Days until the reference date in which agents spread. */
const ADOPTION_DAYS = 399
/** The first days on which the host has these surfaces. */
const FIRST_DAYS = { plan: '2026-03-01', cloudAgent: '2026-02-01', app: '2026-06-02' }

/** Returns the spread of agents, from 0 on the first day of the sample data to 1 on the last. */
function adoptionOn(date: string): number {
  const days = daysBetween(addDays(REFERENCE_DATE, -ADOPTION_DAYS), date)
  return Math.min(1, Math.max(0, days / ADOPTION_DAYS))
}

/**
 * Returns a member's use of agents, which grows with the date.
 *
 * @param chats chats of the day, which the modes share
 */
export function agentUseOn(date: string, chats: number, random: Random): AgentUse {
  const adoption = adoptionOn(date)
  const share = (start: number, end: number) => start + (end - start) * adoption
  const agentChats = random.chance(share(0.3, 0.9)) ? random.int(0, Math.ceil(chats / 2)) : 0
  const planChats = date < FIRST_DAYS.plan ? 0 : random.int(0, Math.floor((chats - agentChats) / 4))
  const linesAdded = agentChats * random.int(4, 40)
  return {
    agentChats,
    planChats,
    inlineChats: random.int(0, Math.floor((chats - agentChats - planChats) / 3)),
    unknownInteractions: random.chance(0.03) ? random.int(1, 3) : 0,
    linesAdded,
    linesDeleted: Math.floor(linesAdded * random.next() * 0.6),
    cli: random.chance(share(0.02, 0.3)) ? sessions(random) : undefined,
    app: date >= FIRST_DAYS.app && random.chance(share(0, 0.12)) ? sessions(random) : undefined,
    cloudAgent: date >= FIRST_DAYS.cloudAgent && random.chance(share(0, 0.1)),
    review: reviewOf(random.next(), share(0.03, 0.16)),
  }
}

function sessions(random: Random): Sessions {
  const count = random.int(1, 5)
  const prompts = count * random.int(1, 6)
  const requests = prompts * random.int(2, 8)
  return {
    sessions: count,
    requests,
    prompts,
    promptTokens: requests * random.int(4_000, 30_000),
    outputTokens: requests * random.int(150, 900),
  }
}

function reviewOf(draw: number, active: number): AgentUse['review'] {
  if (draw < active) return 'active'
  return draw < active + 0.08 ? 'passive' : undefined
}
