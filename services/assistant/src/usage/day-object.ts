import type { DayObject } from '@landscape/contracts/assistant'
import type { People } from './people.ts'
import {
  breakdowns,
  countIn,
  groupBy,
  isChat,
  isCompletion,
  omitUndefined,
  sum,
  type ReportRow,
} from './report-rows.ts'

interface DayFacts {
  date: string
  /** The rows of that day to add up: one of an organisation, or those of a team's members. */
  rows: readonly ReportRow[]
  /** Undefined when the users are unknown. */
  people?: People | undefined
  /** Number of active people, when the report contains it. */
  active?: number | undefined
  /** The host's own row, stored with the derived numbers. */
  report?: ReportRow | undefined
}

/** Name of the only element where reports have no breakdown but clients expect an array. */
const ALL = 'all'

/** The day in the shape of existing dashboards; unknown numbers are omitted. README.md has the mapping. */
export function dayObject({ date, rows, people, active, report }: DayFacts): DayObject {
  return {
    date,
    ...omitUndefined({
      total_active_users: active ?? people?.active,
      total_engaged_users: people?.engaged,
    }),
    copilot_ide_chat: chat(rows, people),
    copilot_ide_code_completions: completions(rows, people),
    ...omitUndefined({ activity: people?.activity, report }),
  }
}

function completions(rows: readonly ReportRow[], people: People | undefined) {
  const engaged = { total_engaged_users: people?.completions }
  const elements = breakdowns(rows, 'totals_by_language_feature')?.filter(isCompletion)
  if (!elements) return omitUndefined(engaged)
  const languages = [...groupBy(elements, 'language')].map(([name, group]) => {
    const total = (field: string) => sum(group.map((element) => countIn(element, field)))
    return omitUndefined({
      name,
      total_engaged_users: people?.languages && (people.languages.get(name) ?? 0),
      total_code_suggestions: total('code_generation_activity_count'),
      total_code_acceptances: total('code_acceptance_activity_count'),
      total_code_lines_suggested: total('loc_suggested_to_add_sum'),
      total_code_lines_accepted: total('loc_added_sum'),
    })
  })
  return {
    ...omitUndefined(engaged),
    languages: languages.map(({ name, total_engaged_users }) =>
      omitUndefined({ name, total_engaged_users }),
    ),
    editors:
      languages.length === 0
        ? []
        : [
            {
              name: ALL,
              ...omitUndefined(engaged),
              models: [{ name: ALL, ...omitUndefined(engaged), languages }],
            },
          ],
  }
}

function chat(rows: readonly ReportRow[], people: People | undefined) {
  const engaged = omitUndefined({ total_engaged_users: people?.chat })
  const models = chatModels(rows)
  if (!models) return engaged
  return {
    ...engaged,
    editors: models.length === 0 ? [] : [{ name: ALL, ...engaged, models }],
  }
}

/** Chats by model when the report has that breakdown, else their total. */
function chatModels(rows: readonly ReportRow[]) {
  const chats = (elements: readonly Readonly<Record<string, unknown>>[]) =>
    sum(elements.map((element) => countIn(element, 'user_initiated_interaction_count')))
  const byModel = breakdowns(rows, 'totals_by_model_feature')?.filter(isChat)
  if (byModel) {
    return [...groupBy(byModel, 'model')].map(([name, group]) =>
      omitUndefined({ name, total_chats: chats(group) }),
    )
  }
  const byFeature = breakdowns(rows, 'totals_by_feature')?.filter(isChat)
  if (!byFeature) return undefined
  return byFeature.length === 0 ? [] : [omitUndefined({ name: ALL, total_chats: chats(byFeature) })]
}
