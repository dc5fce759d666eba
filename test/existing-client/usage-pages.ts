/** Pages of the assistant in the newest existing web client: the members that each reads, and its sums. */

type Element = Readonly<Record<string, string | number | undefined>>

/** A row as the pages read it. They expect `day`; absent numbers and arrays count as nothing. */
export interface Row {
  day: string
  monthly_active_users?: number
  monthly_active_chat_users?: number
  monthly_active_agent_users?: number
  totals_by_feature?: readonly Element[]
  totals_by_ide?: readonly Element[]
  totals_by_language_feature?: readonly Element[]
  totals_by_language_model?: readonly Element[]
  totals_by_model_feature?: readonly Element[]
}

type Breakdown = Exclude<keyof Row, 'day' | `monthly_${string}`>
type Sums = Record<string, number>

const COMPLETION_COUNTERS = [
  'code_generation_activity_count',
  'code_acceptance_activity_count',
  'loc_suggested_to_add_sum',
  'loc_added_sum',
]
const INTERACTIONS = ['user_initiated_interaction_count']
const CHANGED_LINES = ['loc_added_sum', 'loc_deleted_sum']

/** `/copilot/home`: the newest month's people, and the use of each feature. */
function landingPage(rows: readonly Row[]) {
  const newest = sortedByDay(rows).at(-1)!
  return {
    newestDay: newest.day,
    monthlyUsers: newest.monthly_active_users ?? 0,
    ...completionsPage(rows),
    chats: chatPage(rows).chats,
  }
}

/** `/copilot/general`: people by month, and the use of models, editors and languages. */
function generalPage(rows: readonly Row[]) {
  const months = Map.groupBy(sortedByDay(rows), ({ day }) => day.slice(0, 7))
  return {
    months: [...months].map(([month, own]) => {
      const last = own.at(-1)!
      return {
        month,
        users: last.monthly_active_users ?? 0,
        chatUsers: last.monthly_active_chat_users ?? 0,
        agentUsers: last.monthly_active_agent_users ?? 0,
      }
    }),
    models: sumsBy(elements(rows, 'totals_by_model_feature'), 'model', INTERACTIONS),
    editors: sumsBy(elements(rows, 'totals_by_ide'), 'ide', [
      ...INTERACTIONS,
      ...COMPLETION_COUNTERS,
    ]),
    languages: sumsBy(elements(rows, 'totals_by_language_model'), 'language', CHANGED_LINES),
  }
}

/**
 * `/copilot/completions`: suggestions and acceptances, and their languages.
 *
 * @param year selects rows; all when absent
 */
function completionsPage(rows: readonly Row[], year?: string) {
  const shown = year === undefined ? rows : rows.filter(({ day }) => day.slice(0, 4) === year)
  const isCompletion = ({ feature }: Element) => feature === 'code_completion'
  const ofLanguages = elements(shown, 'totals_by_language_feature').filter(isCompletion)
  return {
    completions: sums(
      elements(shown, 'totals_by_feature').filter(isCompletion),
      COMPLETION_COUNTERS,
    ),
    completionsByLanguage: sumsBy(ofLanguages, 'language', COMPLETION_COUNTERS),
  }
}

/** `/copilot/chat`: interactions, and by which model. */
function chatPage(rows: readonly Row[]) {
  const isChat = ({ feature }: Element) =>
    String(feature).startsWith('chat_') && feature !== 'chat_panel_unknown_mode'
  return {
    chats: sums(elements(rows, 'totals_by_feature').filter(isChat), INTERACTIONS),
    chatsByModel: sumsBy(
      elements(rows, 'totals_by_model_feature').filter(isChat),
      'model',
      INTERACTIONS,
    ),
    chatLinesByLanguage: sumsBy(
      elements(rows, 'totals_by_language_feature').filter(isChat),
      'language',
      CHANGED_LINES,
    ),
  }
}

/** `/copilot/agent`: lines that the agent changed, by language and model. */
function agentPage(rows: readonly Row[]) {
  const isEdit = ({ feature }: Element) => feature === 'agent_edit'
  return {
    edits: sums(elements(rows, 'totals_by_feature').filter(isEdit), CHANGED_LINES),
    editsByLanguage: sumsBy(
      elements(rows, 'totals_by_language_feature').filter(isEdit),
      'language',
      CHANGED_LINES,
    ),
    editsByModel: sumsBy(
      elements(rows, 'totals_by_model_feature').filter(isEdit),
      'model',
      CHANGED_LINES,
    ),
  }
}

/** Every page of the same rows. */
export function usagePages(rows: readonly Row[]) {
  const years = [...new Set(rows.map(({ day }) => day.slice(0, 4)))].toSorted()
  return {
    landing: landingPage(rows),
    general: generalPage(rows),
    completions: completionsPage(rows),
    completionsByYear: years.map((year) => completionsPage(rows, year)),
    chat: chatPage(rows),
    agent: agentPage(rows),
  }
}

/** Throws without a day, as the page does while it renders. */
function sortedByDay(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.day.localeCompare(b.day))
}

function elements(rows: readonly Row[], breakdown: Breakdown): Element[] {
  return rows.flatMap((row) => row[breakdown] ?? [])
}

function sums(added: readonly Element[], counters: readonly string[]): Sums {
  return Object.fromEntries(
    counters.map((name) => [
      name,
      added.reduce((total, element) => total + Number(element[name] ?? 0), 0),
    ]),
  )
}

function sumsBy(added: readonly Element[], member: string, counters: readonly string[]) {
  const groups = Map.groupBy(added, (element) => String(element[member]))
  return Object.fromEntries(
    [...groups]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, group]) => [name, sums(group, counters)]),
  )
}
