/** Stored usage in each form that programs have written: day objects, rows of the host, and both. */

export type Stored = Readonly<Record<string, unknown>>

const NOTHING = {
  user_initiated_interaction_count: 0,
  code_generation_activity_count: 0,
  code_acceptance_activity_count: 0,
  loc_suggested_to_add_sum: 0,
  loc_suggested_to_delete_sum: 0,
  loc_added_sum: 0,
  loc_deleted_sum: 0,
}

/** A row with every feature that the pages tell apart; `n` makes the numbers of days differ. */
function rowOn(day: string, n: number): Stored {
  const acts = [
    {
      feature: 'code_completion',
      language: n % 2 === 0 ? 'go' : 'python',
      model: 'unknown',
      code_generation_activity_count: 40 + n,
      code_acceptance_activity_count: 10 + n,
      loc_suggested_to_add_sum: 70 + n,
      loc_added_sum: 12 + n,
    },
    chat('chat_panel_ask_mode', 'model-a', 7 + n),
    chat('chat_panel_agent_mode', 'model-b', 3 + n),
    chat('chat_inline', 'others', 2),
    chat('chat_panel_unknown_mode', 'unknown', 100),
    {
      feature: 'agent_edit',
      language: 'go',
      model: 'model-b',
      loc_added_sum: 90 + n,
      loc_deleted_sum: n,
    },
    { ...chat('copilot_cli', 'model-b', 5), language: 'others' },
  ].map((act) => ({ ...NOTHING, ...act }))
  const of = (...members: string[]) =>
    acts.map((act) => ({ ...NOTHING, ...countersOf(act), ...pick(act, members) }))
  return {
    day,
    organization_id: '42',
    enterprise_id: '7',
    daily_active_users: 20 + n,
    weekly_active_users: 30 + n,
    monthly_active_users: 50 + n,
    monthly_active_chat_users: 25 + n,
    monthly_active_agent_users: 10 + n,
    ...NOTHING,
    totals_by_feature: of('feature'),
    totals_by_ide: of().map((act) => ({ ide: 'vscode', ...act })),
    totals_by_language_feature: of('language', 'feature'),
    totals_by_language_model: of('language', 'model'),
    totals_by_model_feature: of('model', 'feature'),
    totals_by_cli: { session_count: n },
    pull_requests: { total_created: n, median_minutes_to_merge: 61.5 },
  }
}

function chat(feature: string, model: string, interactions: number) {
  return { feature, model, language: 'others', user_initiated_interaction_count: interactions }
}

function countersOf(act: Stored): Stored {
  return pick(act, Object.keys(NOTHING))
}

function pick(from: Stored, names: readonly string[]): Stored {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

/** Sixty days around the turn of a year, newest first, as no program promises an order. */
const ROWS = Array.from({ length: 60 }, (_, n) => {
  const time = Date.UTC(2025, 11, 1) + n * 86_400_000
  return rowOn(new Date(time).toISOString().slice(0, 10), n)
}).toReversed()

/**
 * The generations of stored usage.
 *
 * @param dayObjects stored before the host had reports, oldest first
 */
export function generationsOf(dayObjects: readonly Stored[]): [string, readonly Stored[]][] {
  const [newest, ...others] = ROWS
  const derived = { copilot_ide_chat: {}, copilot_ide_code_completions: {} }
  const bothAtOnce = { date: '2026-02-01', ...derived, ...rowOn('2026-02-01', 70) }
  const withReport = { date: '2026-02-02', ...derived, report: rowOn('2026-02-02', 71) }
  const withoutNumbers = { date: '2026-02-04' }
  const before = dayObjects.filter(({ date }) => String(date) < '2025-12-01')
  const after = dayObjects.filter(({ date }) => String(date) > '2026-02-04')
  return [
    ['day objects', dayObjects],
    ['rows', ROWS],
    [
      'day objects and rows',
      [newest!, ...before, ...others, withReport, bothAtOnce, withoutNumbers, ...after],
    ],
  ]
}
