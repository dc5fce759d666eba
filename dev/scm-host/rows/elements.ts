import type { Activity } from '../../organisation/activity.ts'
import type { Member } from '../../organisation/members.ts'

const COUNTERS = [
  'user_initiated_interaction_count',
  'code_generation_activity_count',
  'code_acceptance_activity_count',
  'loc_suggested_to_add_sum',
  'loc_suggested_to_delete_sum',
  'loc_added_sum',
  'loc_deleted_sum',
] as const
type Counters = Record<(typeof COUNTERS)[number], number>

/** Counters of one feature; use outside the editor has no editor and no language. */
export type Element = Counters & Record<string, unknown>

const BREAKDOWNS = {
  totals_by_ide: ['ide'],
  totals_by_feature: ['feature'],
  totals_by_language_feature: ['language', 'feature'],
  totals_by_language_model: ['language', 'model'],
  totals_by_model_feature: ['model', 'feature'],
}

const NOTHING = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Counters

/** Returns a member's activity of a day by feature; chats count for the first language. */
export function elementsOf(member: Member, activity: Activity): Element[] {
  const { editor: ide, model, cli } = activity
  const common = { ...NOTHING, model, ide }
  const completions = activity.completions.map((completion) => ({
    ...common,
    feature: 'code_completion',
    language: completion.language,
    code_generation_activity_count: completion.suggestions,
    code_acceptance_activity_count: completion.acceptances,
    loc_suggested_to_add_sum: completion.linesSuggested,
    loc_added_sum: completion.linesAccepted,
  }))
  const inChat = { ...common, language: member.languages[0] }
  const interactions = (feature: string, count: number, element: Element): Element[] =>
    count === 0 ? [] : [{ ...element, feature, user_initiated_interaction_count: count }]
  return [
    ...completions,
    ...chatElements(activity, inChat, interactions),
    ...interactions('chat_panel_unknown_mode', activity.unknownInteractions, common),
    ...interactions('copilot_cli', cli?.prompts ?? 0, { ...NOTHING, model }),
  ]
}

function chatElements(
  { chat, agentChats, planChats, inlineChats, linesAdded, linesDeleted }: Activity,
  inChat: Element,
  interactions: (feature: string, count: number, element: Element) => Element[],
): Element[] {
  if (!chat) return []
  const asked = chat.chats - agentChats - planChats - inlineChats
  const generated = (count: number) => ({ ...inChat, code_generation_activity_count: count })
  const edited = { ...inChat, loc_added_sum: linesAdded, loc_deleted_sum: linesDeleted }
  return [
    {
      ...generated(chat.insertions + chat.copies),
      feature: 'chat_panel_ask_mode',
      user_initiated_interaction_count: asked,
      code_acceptance_activity_count: chat.insertions,
    },
    ...interactions('chat_panel_agent_mode', agentChats, generated(agentChats)),
    ...interactions('chat_panel_plan_mode', planChats, inChat),
    ...interactions('chat_inline', inlineChats, inChat),
    ...(linesAdded + linesDeleted > 0 ? [{ ...edited, feature: 'agent_edit' }] : []),
  ]
}

/** Returns the totals of all elements and of each breakdown of a report. */
export function summary(elements: readonly Element[]) {
  const breakdowns = Object.entries(BREAKDOWNS).map(([name, by]) => [name, grouped(elements, by)])
  return {
    ...totals(elements),
    ...(Object.fromEntries(breakdowns) as Record<keyof typeof BREAKDOWNS, Element[]>),
  }
}

function grouped(elements: readonly Element[], by: readonly string[]): Element[] {
  const named = elements.filter((e) => by.every((name) => e[name] !== undefined))
  const groups = Map.groupBy(named, (e) => JSON.stringify(by.map((name) => e[name])))
  return [...groups.values()].map((group) =>
    Object.assign(Object.fromEntries(by.map((name) => [name, group[0]?.[name]])), totals(group)),
  )
}

function totals(elements: readonly Counters[]): Counters {
  return Object.fromEntries(
    COUNTERS.map((name) => [name, elements.reduce((total, e) => total + e[name], 0)]),
  ) as Counters
}

type Sessions = NonNullable<Activity['cli']>

/** Returns the totals of the command line or the app; undefined without sessions. */
export function sessionTotals(parts: readonly (Sessions | undefined)[]) {
  const known = parts.filter((part) => part !== undefined)
  if (known.length === 0) return undefined
  const add = (name: keyof Sessions) => known.reduce((total, part) => total + part[name], 0)
  const tokens = { prompt_tokens_sum: add('promptTokens'), output_tokens_sum: add('outputTokens') }
  const all = tokens.prompt_tokens_sum + tokens.output_tokens_sum
  return {
    session_count: add('sessions'),
    request_count: add('requests'),
    prompt_count: add('prompts'),
    token_usage: { ...tokens, avg_tokens_per_request: all / add('requests') },
  }
}
