import { describe, expect, it } from '@jest/globals'
import { addDays, isWeekend, REFERENCE_DATE } from '../organisation/calendar.ts'
import { sampleDocuments } from './documents.ts'

interface Counted {
  name: string
  total_engaged_users: number
}
interface Language extends Counted {
  total_code_suggestions: number
  total_code_acceptances: number
  total_code_lines_suggested: number
  total_code_lines_accepted: number
}
interface Chat extends Counted {
  total_chats: number
  total_chat_insertion_events: number
  total_chat_copy_events: number
}
interface Feature<Model> {
  total_engaged_users: number
  editors: (Counted & { models: (Counted & Model)[] })[]
}
interface Day {
  date: string
  withheld?: boolean
  total_active_users: number
  total_engaged_users: number
  copilot_ide_chat: Feature<Chat>
  copilot_ide_code_completions: Feature<{ languages: Language[] }> & { languages: Counted[] }
}
interface Team {
  slug: string
}
interface Seat {
  created_at: string
  updated_at: string
  last_activity_at: string | null
  assignee: { id: number; login: string } | null
  assigning_team?: Team & { name: string }
}

const documents = await sampleDocuments()
const read = (path: string): unknown => JSON.parse(documents.get(path) ?? 'null')

const organisation = read('assistant/historic_usage_data.json') as Day[]
const histories = read('assistant/teams_history.json') as { team: Team; data: Day[] }[]
const seats = read('assistant/seats.json') as Seat[]

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
const engaged = (items: Counted[]): number => sum(items.map((item) => item.total_engaged_users))
const consecutive = (count: number): string[] =>
  Array.from({ length: count }, (_day, index) => addDays(REFERENCE_DATE, index + 1 - count))

/** Returns the names of parts of a day that exceed their total. */
function contradictions(day: Day): string[] {
  const { copilot_ide_chat: chat, copilot_ide_code_completions: completions } = day
  const found: string[] = []
  const atMost = (what: string, part: number, total: number) => {
    if (part > total || part < 0) found.push(`${day.date} ${what}: ${part} of ${total}`)
  }
  atMost('engaged', day.total_engaged_users, day.total_active_users)
  for (const feature of [chat, completions]) {
    atMost('feature', feature.total_engaged_users, day.total_engaged_users)
    // Each person in the sample uses one editor and one model per day, so the parts equal the total.
    if (engaged(feature.editors) !== feature.total_engaged_users) found.push(`${day.date} editors`)
    for (const editor of feature.editors) {
      if (engaged(editor.models) !== editor.total_engaged_users) found.push(`${day.date} models`)
    }
  }
  for (const model of chat.editors.flatMap((editor) => editor.models)) {
    atMost('insertions', model.total_chat_insertion_events, model.total_chats)
    atMost('copies', model.total_chat_copy_events, model.total_chats)
  }
  const models = completions.editors.flatMap((editor) => editor.models)
  for (const model of models) {
    for (const language of model.languages) {
      atMost('language of a model', language.total_engaged_users, model.total_engaged_users)
      atMost('acceptances', language.total_code_acceptances, language.total_code_suggestions)
      atMost('lines', language.total_code_lines_accepted, language.total_code_lines_suggested)
    }
  }
  for (const { name, total_engaged_users: users } of completions.languages) {
    atMost(`language ${name}`, users, completions.total_engaged_users)
    const parts = models.flatMap((model) => model.languages.filter((part) => part.name === name))
    if (engaged(parts) !== users) found.push(`${day.date} ${name}`)
  }
  return found
}

describe('usage of the organisation', () => {
  it('covers 400 days without a gap, oldest first', () => {
    expect(organisation.map(({ date }) => date)).toEqual(consecutive(400))
  })

  it('has consistent totals on every day', () => {
    expect(organisation.flatMap(contradictions)).toEqual([])
  })

  it('grows and is low at weekends', () => {
    const active = (days: Day[]) => sum(days.map((day) => day.total_active_users)) / days.length
    const weekends = organisation.filter(({ date }) => isWeekend(date))
    expect(active(organisation.slice(-50))).toBeGreaterThan(2 * active(organisation.slice(0, 50)))
    expect(active(organisation)).toBeGreaterThan(5 * active(weekends))
  })

  it('contains only languages of the technology lists', () => {
    const { languages = [] } = read('audit-tool/array_data.json') as Record<string, string[]>
    const known = new Set(languages.map((language) => language.toLowerCase()))
    const used = organisation.flatMap((day) => day.copilot_ide_code_completions.languages)
    expect(used.filter(({ name }) => !known.has(name))).toEqual([])
  })
})

describe('usage of the teams', () => {
  it('has no usage of fewer than five active people', () => {
    const days = histories.flatMap(({ data }) => data)
    const shown = days.filter(({ withheld }) => withheld !== true)
    expect(shown.length).toBeGreaterThan(300)
    expect(Math.min(...shown.map(({ total_active_users: active }) => active))).toBe(5)
  })

  it('has 120 consistent days up to the reference date', () => {
    expect(histories.length).toBeGreaterThanOrEqual(8)
    for (const { data } of histories) {
      expect(data.map(({ date }) => date)).toEqual(consecutive(120))
      expect(data.filter(({ withheld }) => withheld !== true).flatMap(contradictions)).toEqual([])
    }
  })

  it('never exceeds the usage of the organisation', () => {
    const byDate = new Map(organisation.map((day) => [day.date, day]))
    const larger = histories.flatMap(({ data }) =>
      data.filter(
        (day) => day.total_active_users > (byDate.get(day.date)?.total_active_users ?? 0),
      ),
    )
    expect(larger).toEqual([])
  })

  it('contains known teams, including administrators', () => {
    const teams = read('assistant/copilot_teams.json') as Team[]
    const administrators = read('assistant/admin_teams.json') as string[]
    const slugs = teams.map(({ slug }) => slug)
    expect(histories.map(({ team }) => team)).toEqual(teams)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs).toEqual(expect.arrayContaining(administrators))
  })
})

describe('seats', () => {
  it('are used only after their assignment', () => {
    const used = seats.flatMap((seat) => seat.last_activity_at ?? [])
    expect(used.length).toBeLessThan(seats.length)
    for (const seat of seats) {
      const dates = [seat.created_at, seat.last_activity_at ?? seat.created_at, seat.updated_at]
      expect(dates).toEqual([...dates].sort())
    }
  })

  it('have different holders or none', () => {
    const held = seats.flatMap(({ assignee }) => assignee?.id ?? [])
    expect(new Set(held).size).toBe(held.length)
    expect(seats.length - held.length).toBe(2)
  })

  it('of people are assigned by known teams with a name', () => {
    const teams = read('assistant/copilot_teams.json') as (Team & { name: string })[]
    const known = new Map(teams.map(({ slug, name }) => [slug, name]))
    const assigning = seats.flatMap(({ assignee, assigning_team: team }) =>
      assignee ? [team] : [],
    )
    expect(assigning.map((team) => team?.name)).toEqual(
      assigning.map((team) => known.get(team?.slug ?? '')),
    )
    expect(assigning).not.toContain(undefined)
  })

  it('cover every active person', () => {
    for (const { date, total_active_users: active } of organisation) {
      const given = seats.filter((seat) => seat.created_at.slice(0, 10) <= date)
      expect(given.length).toBeGreaterThanOrEqual(active)
    }
  })
})
