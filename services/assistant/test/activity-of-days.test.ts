import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OrganisationHistory, TeamsHistory } from '@landscape/contracts/assistant'
import { collect } from '../src/collector/collect.ts'
import { activityOf } from '../src/usage/activity.ts'
import type { ReportRow } from '../src/usage/report-rows.ts'
import { assistantService } from './assistant-service.ts'
import { gitHubFor, LAST_DAY, REPORT_TIME, startHost, type RunningHost } from './host.ts'

/** As many seats as in the sample data, which therefore has the same people and days. */
const SAMPLE_SEATS = 62
const sample = (name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../sample-data/assistant/${name}`, import.meta.url), 'utf8'),
  )

let host: RunningHost
let history: OrganisationHistory
let teams: TeamsHistory
let rows: ReportRow[]
beforeAll(async () => {
  host = await startHost({ seatCount: SAMPLE_SEATS })
  const { documents } = await assistantService()
  const { reports } = gitHubFor(host)
  const now = () => REPORT_TIME
  await collect({ reports, documents, windowDays: 6, now, onFailure: () => undefined })
  history = ((await documents.organisationHistory.read())?.value ?? []) as OrganisationHistory
  teams = (await documents.teamsHistory.read())?.value ?? []
  rows = (await reports.day('users', LAST_DAY, (row) => row)) ?? []
})
afterAll(() => host.close())

const total = (name: string, of: readonly ReportRow[] = rows) =>
  of.reduce((all, row) => all + Number(row[name] ?? 0), 0)
const flagged = (...names: string[]) =>
  rows.filter((row) => names.some((name) => row[name] === true)).length

describe('the activity of a collected day', () => {
  it("equals a recount of the users' rows", () => {
    expect(rows.length).toBeGreaterThan(20)
    const activity = activityOf(history.find(({ date }) => date === LAST_DAY)!)
    const known = rows.filter((row) => row['ai_credits_used'] !== undefined)
    expect(known.length).toBeLessThan(rows.length)
    expect(activity).toMatchObject({
      people: rows.length,
      surfaces: {
        chat: flagged('used_chat'),
        agent: flagged('used_agent', 'used_copilot_cloud_agent'),
        cli: flagged('used_cli'),
        app: flagged('used_copilot_app'),
        code_review: flagged('used_copilot_code_review_active'),
      },
      interactions: total('user_initiated_interaction_count'),
      lines_added: total('loc_added_sum'),
      people_with_credits: known.length,
    })
    expect(activity?.credits).toBeCloseTo(total('ai_credits_used', known), 6)
  })

  it('equals the sample data, for the organisation and each team', () => {
    const stored = new Map(history.map((day) => [day.date, day['activity']]))
    const days = (sample('historic_usage_data.json') as OrganisationHistory).slice(-4)
    for (const day of days)
      expect([day.date, stored.get(day.date)]).toEqual([day.date, day['activity']])
    for (const { team, data } of sample('teams_history.json') as TeamsHistory) {
      const own = teams.find((entry) => entry.team.slug === team.slug)?.data ?? []
      const collected = own.filter(({ date }) => date <= '2026-11-15')
      expect([team.slug, collected.map((day) => day['activity'])]).toEqual([
        team.slug,
        data.slice(-collected.length).map((day) => day['activity']),
      ])
      expect(collected).toHaveLength(4)
    }
  })
})
