import type { DayObject, UsageRow } from '@landscape/contracts/assistant'
import { asRecord, type JsonRecord, ownMember, recordsOf } from '@landscape/contracts/json'
import { countIn, groupBy, omitUndefined, sum } from './report-rows.ts'

/** Counters of a row, with the members of day objects that have the same meaning. */
const COUNTERS = {
  code_generation_activity_count: 'total_code_suggestions',
  code_acceptance_activity_count: 'total_code_acceptances',
  loc_suggested_to_add_sum: 'total_code_lines_suggested',
  loc_added_sum: 'total_code_lines_accepted',
}
const COMPLETION = { feature: 'code_completion' }
/** Day objects do not contain the mode of a chat; clients do not count `chat_panel_unknown_mode` as chat. */
const CHAT = { feature: 'chat_panel_ask_mode' }

/** The row of a day for which only a day object is stored; unknown numbers are omitted. */
export function rowOfDay(day: DayObject): UsageRow {
  const completions = modelsIn(day['copilot_ide_code_completions']).flatMap((model) =>
    membersOf(model, 'languages'),
  )
  const chats = modelsIn(day['copilot_ide_chat'])
  const features = [
    ...(completions.length > 0 ? [{ ...COMPLETION, ...countersOf(completions) }] : []),
    ...(chats.length > 0 ? [{ ...CHAT, ...chatsOf(chats) }] : []),
  ]
  return {
    day: day.date,
    ...omitUndefined({ daily_active_users: countIn(day, 'total_active_users') }),
    totals_by_feature: features,
    totals_by_language_feature: [...groupBy(completions, 'name')].map(([language, group]) => {
      return { language, ...COMPLETION, ...countersOf(group) }
    }),
    totals_by_model_feature: [...groupBy(chats, 'name')].map(([model, group]) => {
      return { model, ...CHAT, ...chatsOf(group) }
    }),
  }
}

function countersOf(elements: readonly JsonRecord[]) {
  return omitUndefined(
    Object.fromEntries(
      Object.entries(COUNTERS).map(([name, from]) => [
        name,
        sum(elements.map((element) => countIn(element, from))),
      ]),
    ),
  )
}

function chatsOf(models: readonly JsonRecord[]) {
  const count = sum(models.map((model) => countIn(model, 'total_chats')))
  return omitUndefined({ user_initiated_interaction_count: count })
}

function modelsIn(part: unknown): JsonRecord[] {
  return membersOf(part, 'editors').flatMap((editor) => membersOf(editor, 'models'))
}

function membersOf(value: unknown, name: string): JsonRecord[] {
  return recordsOf(ownMember(asRecord(value), name))
}
