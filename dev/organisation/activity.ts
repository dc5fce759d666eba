import { agentUseOn, type AgentUse } from './agents.ts'
import { isWeekend } from './calendar.ts'
import { PORTFOLIO } from './portfolio/portfolio.ts'
import { createRandom, type Random } from './random.ts'
import type { Member } from './members.ts'

export interface Completion {
  language: string
  suggestions: number
  acceptances: number
  linesSuggested: number
  linesAccepted: number
}

/** A member's use of the assistant on one day. */
export interface Activity extends AgentUse {
  editor: string
  model: string
  completions: Completion[]
  chat: { chats: number; insertions: number; copies: number } | undefined
  /** Chats on the web site of the source-control host. */
  webChats: number
  pullRequest: { repository: string; summaries: number } | undefined
}

const DEFAULT_MODEL = 'default'
export const CUSTOM_MODEL = { name: 'acme-coast-code', trained: '2026-03-02' }

/** Usage is low at weekends, at the end of the year and in August. */
function shareOfUsual(date: string): number {
  const day = date.slice(5)
  const season = day >= '12-22' || day <= '01-02' ? 0.25 : day.startsWith('08') ? 0.7 : 1
  return isWeekend(date) ? season * 0.09 : season
}

function completionsIn(languages: string[], random: Random): Completion[] {
  // The first language is used almost every day, the others occasionally.
  const written = languages.filter((_language, rank) => random.chance(rank === 0 ? 0.92 : 0.15))
  return written.map((language) => {
    const suggestions = random.int(6, 70)
    const acceptances = Math.floor(suggestions * (0.2 + random.next() * 0.25))
    const linesSuggested = suggestions + random.int(0, suggestions)
    const extraLines = Math.floor((linesSuggested - suggestions) * random.next() * 0.4)
    return {
      language,
      suggestions,
      acceptances,
      linesSuggested,
      linesAccepted: acceptances + extraLines,
    }
  })
}

function chat(random: Random): Activity['chat'] {
  const chats = random.int(1, 16)
  const insertions = random.int(0, Math.floor(chats / 3))
  return { chats, insertions, copies: random.int(0, Math.floor(chats / 2)) }
}

const repositoryNames = PORTFOLIO.flatMap(({ repositoriesOf }) => repositoriesOf)
  .map(({ name }) => name)
  .filter((name) => /-(api|service|app)$/.test(name))
  .slice(0, 12)

/** Returns the member's activity of a day, or undefined without use; deterministic. */
export function activityOn(member: Member, date: string): Activity | undefined {
  const { login, seatSince, until = date } = member
  if (date < seatSince || date > until) return undefined
  const random = createRandom(`${login} on ${date}`)
  if (!random.chance(member.diligence * shareOfUsual(date))) return undefined
  const isCustom = member.hasCustomModel && date >= CUSTOM_MODEL.trained
  const activity = {
    editor: member.editor,
    model: isCustom ? CUSTOM_MODEL.name : DEFAULT_MODEL,
    completions: completionsIn(member.languages, random),
    chat: random.chance(0.33) ? chat(random) : undefined,
    webChats: random.chance(0.12) ? random.int(1, 6) : 0,
    pullRequest: random.chance(0.06)
      ? { repository: random.pick(repositoryNames), summaries: random.int(1, 3) }
      : undefined,
  }
  return { ...activity, ...agentUseOn(date, activity.chat?.chats ?? 0, random) }
}
