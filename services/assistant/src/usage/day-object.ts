import type { DayObject } from '@landscape/contracts'
import type { People } from './people.ts'
import {
  breakdowns,
  countIn,
  groupBy,
  isChat,
  isCompletion,
  known,
  sum,
  type ReportRow,
} from './report-rows.ts'

interface DayFacts {
  date: string
  /** The rows of that day whose counters add up: one of an organisation, or those of a team. */
  rows: readonly ReportRow[]
  /** Absent when nobody counted. */
  people?: People | undefined
  /** People who used the assistant, when the report itself says. */
  active?: number | undefined
  /** The host's own row, to be kept beside what is derived from it. */
  report?: ReportRow | undefined
}

/**
 * Stands for what reports do not break down, where clients expect a list: the numbers of all
 * editors, or of all models, once. Repeating them under each editor would make sums count double.
 */
const ALL = 'all'

/**
 * The day as existing dashboards read it. A number that the reports do not hold is left out, since
 * zero would say that nothing happened; README.md has the mapping field by field.
 */
export function dayObject({ date, rows, people, active, report }: DayFacts): DayObject {
  return {
    date,
    ...known({
      total_active_users: active ?? people?.active,
      total_engaged_users: people?.engaged,
    }),
    copilot_ide_chat: chat(rows, people),
    copilot_ide_code_completions: completions(rows, people),
    ...known({ report }),
  }
}

function completions(rows: readonly ReportRow[], people: People | undefined) {
  const engaged = { total_engaged_users: people?.completions }
  const elements = breakdowns(rows, 'totals_by_language_feature')?.filter(isCompletion)
  if (!elements) return known(engaged)
  const languages = [...groupBy(elements, 'language')].map(([name, group]) => {
    const total = (field: string) => sum(group.map((element) => countIn(element, field)))
    return known({
      name,
      total_engaged_users: people?.languages && (people.languages.get(name) ?? 0),
      total_code_suggestions: total('code_generation_activity_count'),
      total_code_acceptances: total('code_acceptance_activity_count'),
      total_code_lines_suggested: total('loc_suggested_to_add_sum'),
      total_code_lines_accepted: total('loc_added_sum'),
    })
  })
  return {
    ...known(engaged),
    languages: languages.map(({ name, total_engaged_users }) =>
      known({ name, total_engaged_users }),
    ),
    editors:
      languages.length === 0
        ? []
        : [{ name: ALL, ...known(engaged), models: [{ name: ALL, ...known(engaged), languages }] }],
  }
}

function chat(rows: readonly ReportRow[], people: People | undefined) {
  const engaged = known({ total_engaged_users: people?.chat })
  const models = chatModels(rows)
  if (!models) return engaged
  return {
    ...engaged,
    editors: models.length === 0 ? [] : [{ name: ALL, ...engaged, models }],
  }
}

/** Chats by model where the report has them so, else in all. */
function chatModels(rows: readonly ReportRow[]) {
  const chats = (elements: readonly Readonly<Record<string, unknown>>[]) =>
    sum(elements.map((element) => countIn(element, 'user_initiated_interaction_count')))
  const byModel = breakdowns(rows, 'totals_by_model_feature')?.filter(isChat)
  if (byModel) {
    return [...groupBy(byModel, 'model')].map(([name, group]) =>
      known({ name, total_chats: chats(group) }),
    )
  }
  const byFeature = breakdowns(rows, 'totals_by_feature')?.filter(isChat)
  if (!byFeature) return undefined
  return byFeature.length === 0 ? [] : [known({ name: ALL, total_chats: chats(byFeature) })]
}
