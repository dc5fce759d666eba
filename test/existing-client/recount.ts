import { isRecord, recordsOf, type JsonRecord } from '@landscape/contracts/json'
import type { Stored } from './generations.ts'

const COUNTERS = {
  code_generation_activity_count: 'total_code_suggestions',
  code_acceptance_activity_count: 'total_code_acceptances',
  loc_suggested_to_add_sum: 'total_code_lines_suggested',
  loc_added_sum: 'total_code_lines_accepted',
}

/**
 * Counts stored usage without the service's code: a row of the host where one is stored, otherwise the
 * members of the day object.
 */
export function recount(stored: readonly Stored[]) {
  const completions = new Map<string, number>()
  const languages = new Map<string, number>()
  const chats = new Map<string, number>()
  const edits = { loc_added_sum: 0, loc_deleted_sum: 0 }
  const changed = { loc_added_sum: 0, loc_deleted_sum: 0 }
  for (const element of stored) {
    const row = rowIn(element)
    if (row === undefined) countDayObject(element)
    else countRow(row)
  }
  return {
    completions: Object.fromEntries(
      Object.keys(COUNTERS).map((name) => [name, completions.get(name) ?? 0]),
    ),
    suggestionsByLanguage: sorted(languages),
    chatsByModel: sorted(chats),
    edits,
    changed,
    days: stored.map((element) => String(element['day'] ?? element['date'])).toSorted(),
  }

  function countRow(row: JsonRecord): void {
    for (const element of recordsOf(row['totals_by_feature'])) {
      if (element['feature'] === 'code_completion')
        for (const name of Object.keys(COUNTERS)) add(completions, name, element[name])
      if (element['feature'] === 'agent_edit') {
        edits.loc_added_sum += Number(element['loc_added_sum'])
        edits.loc_deleted_sum += Number(element['loc_deleted_sum'])
      }
    }
    for (const element of recordsOf(row['totals_by_language_feature']))
      if (element['feature'] === 'code_completion')
        add(languages, element['language'], element['code_generation_activity_count'])
    for (const element of recordsOf(row['totals_by_model_feature']))
      if (/^chat_(?!panel_unknown_mode$)/.test(String(element['feature'])))
        add(chats, element['model'], element['user_initiated_interaction_count'])
    for (const element of recordsOf(row['totals_by_language_model'])) {
      changed.loc_added_sum += Number(element['loc_added_sum'])
      changed.loc_deleted_sum += Number(element['loc_deleted_sum'])
    }
  }

  function countDayObject(day: Stored): void {
    for (const model of modelsIn(day['copilot_ide_code_completions']))
      for (const language of recordsOf(model['languages'])) {
        for (const [name, from] of Object.entries(COUNTERS)) add(completions, name, language[from])
        add(languages, language['name'], language['total_code_suggestions'])
      }
    for (const model of modelsIn(day['copilot_ide_chat']))
      add(chats, model['name'], model['total_chats'])
  }
}

function rowIn(element: Stored): JsonRecord | undefined {
  if (element['day'] !== undefined) return element
  return isRecord(element['report']) ? element['report'] : undefined
}

function modelsIn(part: unknown): JsonRecord[] {
  if (!isRecord(part)) return []
  return recordsOf(part['editors']).flatMap((editor) => recordsOf(editor['models']))
}

function add(counts: Map<string, number>, name: unknown, count: unknown): void {
  if (typeof count === 'number') counts.set(String(name), (counts.get(String(name)) ?? 0) + count)
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b)))
}
