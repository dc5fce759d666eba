import type { HostUser, Organisation } from './organisation.ts'

/** Rows of usage reports, made up from nothing but names and dates: the same on every run. */

const LANGUAGES = ['python', 'typescript', 'go', 'sql']
const MODELS = ['model-a', 'model-b']
const EDITORS = ['vscode', 'jetbrains']
/** Teams with fewer seated members are left out of reports. */
const SMALLEST_TEAM = 5

type Counters = Record<(typeof COUNTERS)[number], number>
const COUNTERS = [
  'user_initiated_interaction_count',
  'code_generation_activity_count',
  'code_acceptance_activity_count',
  'loc_suggested_to_add_sum',
  'loc_suggested_to_delete_sum',
  'loc_added_sum',
  'loc_deleted_sum',
] as const
type Element = Counters & Record<string, unknown>

const BREAKDOWNS = {
  totals_by_ide: ['ide'],
  totals_by_feature: ['feature'],
  totals_by_language_feature: ['language', 'feature'],
  totals_by_model_feature: ['model', 'feature'],
} as const

interface UserRow extends Counters, Breakdowns {
  day: string
  organization_id: string
  user_id: number
  user_login: string
  used_chat: boolean
}
type Breakdowns = Record<keyof typeof BREAKDOWNS, Element[]>

/** A user's day, or nothing when the user did nothing. */
function userRow(user: HostUser, day: string, organisationId: number): UserRow | undefined {
  const draw = drawFor(`${user.id} ${day}`)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (draw(10) >= (weekday % 6 === 0 ? 1 : 6)) return undefined
  const acts: Element[] = []
  for (let n = 1 + draw(3); n > 0; n--) {
    const suggested = 5 + draw(40)
    acts.push(
      element(draw, 'code_completion', suggested, Math.floor((suggested * draw(60)) / 100), 0),
    )
  }
  if (draw(2) === 0) acts.push(element(draw, 'chat_panel_ask_mode', 2, 1, 1 + draw(9)))
  if (draw(4) === 0) acts.push(element(draw, 'chat_panel_agent_mode', 6, 0, 1 + draw(5)))
  return {
    day,
    organization_id: String(organisationId),
    user_id: user.id,
    user_login: user.login,
    used_chat: acts.some(({ feature }) => String(feature).startsWith('chat')),
    ...totals(acts),
    ...breakdownsOf(acts),
  }
}

/** The organisation's day: its users' counters added up. */
export function organisationRow(organisation: Organisation, day: string) {
  const rows = userRows(organisation, day)
  const all = (name: keyof typeof BREAKDOWNS) => rows.flatMap((row) => row[name])
  return {
    day,
    organization_id: String(organisation.id),
    daily_active_users: rows.length,
    ...totals(rows),
    totals_by_ide: grouped(all('totals_by_ide'), BREAKDOWNS.totals_by_ide),
    totals_by_feature: grouped(all('totals_by_feature'), BREAKDOWNS.totals_by_feature),
    totals_by_language_feature: grouped(
      all('totals_by_language_feature'),
      BREAKDOWNS.totals_by_language_feature,
    ),
    totals_by_model_feature: grouped(
      all('totals_by_model_feature'),
      BREAKDOWNS.totals_by_model_feature,
    ),
  }
}

export function userRows({ users, id }: Organisation, day: string): UserRow[] {
  return users.map((user) => userRow(user, day, id)).filter((row) => row !== undefined)
}

/** Who is in which team, without the small ones. */
export function membershipRows({ teams, login, id }: Organisation, day: string) {
  return teams
    .filter((team) => team.organisation === login && team.members.length >= SMALLEST_TEAM)
    .flatMap(({ id: team_id, slug, members }) =>
      members.map((user) => ({
        day,
        organization_id: String(id),
        user_id: user.id,
        user_login: user.login,
        team_id,
        slug,
      })),
    )
}

function element(
  draw: (below: number) => number,
  feature: string,
  generated: number,
  accepted: number,
  asked: number,
): Element {
  return {
    feature,
    language: LANGUAGES[draw(LANGUAGES.length)],
    model: MODELS[draw(MODELS.length)],
    ide: EDITORS[draw(EDITORS.length)],
    user_initiated_interaction_count: asked,
    code_generation_activity_count: generated,
    code_acceptance_activity_count: accepted,
    loc_suggested_to_add_sum: generated * 2,
    loc_suggested_to_delete_sum: 0,
    loc_added_sum: accepted * 2,
    loc_deleted_sum: 0,
  }
}

function breakdownsOf(acts: readonly Element[]): Breakdowns {
  return {
    totals_by_ide: grouped(acts, BREAKDOWNS.totals_by_ide),
    totals_by_feature: grouped(acts, BREAKDOWNS.totals_by_feature),
    totals_by_language_feature: grouped(acts, BREAKDOWNS.totals_by_language_feature),
    totals_by_model_feature: grouped(acts, BREAKDOWNS.totals_by_model_feature),
  }
}

function grouped(elements: readonly Element[], by: readonly string[]): Element[] {
  const groups = Map.groupBy(elements, (e) => JSON.stringify(by.map((name) => e[name])))
  return [...groups.values()].map((group) =>
    Object.assign(Object.fromEntries(by.map((name) => [name, group[0]?.[name]])), totals(group)),
  )
}

function totals(elements: readonly Counters[]): Counters {
  return Object.fromEntries(
    COUNTERS.map((name) => [name, elements.reduce((total, e) => total + e[name], 0)]),
  ) as Counters
}

/** Reproducible numbers below a bound. */
function drawFor(seed: string): (below: number) => number {
  let state = 2_166_136_261
  for (let i = 0; i < seed.length; i++) {
    state = Math.imul(state ^ seed.charCodeAt(i), 16_777_619)
  }
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) ^ 0x9e3779b9
    return (state >>> 8) % below
  }
}
