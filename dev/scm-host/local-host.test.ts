import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays, REFERENCE_DATE } from '../organisation/calendar.ts'
import { sampleDocuments } from '../sample-data/documents.ts'
import { createLocalHost } from './local-host.ts'

interface Counted {
  feature: string
  language: string
  code_generation_activity_count: number
  user_initiated_interaction_count: number
}
interface Row {
  day: string
  user_id: number
  slug: string
  totals_by_language_feature: Counted[]
}
interface Day {
  date: string
  withheld?: boolean
  copilot_ide_chat: { editors: { models: { total_chats: number }[] }[] }
  copilot_ide_code_completions: {
    editors: { models: { languages: { name: string; total_code_suggestions: number }[] }[] }[]
  }
}
type Body = Record<string, unknown>[]

const DAY = '2026-11-12'
const documents = await sampleDocuments()
const stored = (name: string): unknown =>
  JSON.parse(documents.get(`assistant/${name}.json`) ?? 'null')

let server: Server
let get: (path: string) => Promise<unknown>
beforeAll(async () => {
  const host = createLocalHost({
    org: 'acme',
    appId: '1',
    publicKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
    clientId: 'client',
    clientSecret: 'secret',
    callbackOrigins: [],
    reportTime: () => Date.parse(`${addDays(REFERENCE_DATE, 1)}T12:00:00Z`),
  })
  server = createServer(host.app)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { token } = host.credentials.createInstallationToken()
  const headers = { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3/orgs/acme`
  get = async (path) => (await fetch(`${url}${path}`, { headers })).json()
})
afterAll(() => server.close().closeAllConnections())

/** Returns the rows of a one-day report from all its files. */
async function report(kind: string): Promise<Row[]> {
  const { download_links: links } = (await get(
    `/copilot/metrics/reports/${kind}-1-day?day=${DAY}`,
  )) as { download_links: string[] }
  const texts = await Promise.all(links.map(async (link) => (await fetch(link)).text()))
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => JSON.parse(line) as Row | Row[]),
  )
}

const sums = (pairs: [string, number][]): Record<string, number> => {
  const totals: Record<string, number> = {}
  for (const [name, count] of pairs) totals[name] = (totals[name] ?? 0) + count
  return totals
}
/** Suggestions by language, and chats, of a day in a report. */
const reported = (rows: Row[]) =>
  sums(
    rows.flatMap(({ totals_by_language_feature: elements }) =>
      elements.map((e): [string, number] =>
        e.feature === 'code_completion'
          ? [e.language, e.code_generation_activity_count]
          : ['chats', e.user_initiated_interaction_count],
      ),
    ),
  )
/** Suggestions by language, and chats, of a day in the sample data. */
const sampled = (days: Day[]) =>
  sums(
    days
      .filter(({ date }) => date === DAY)
      .flatMap(({ copilot_ide_chat: chat, copilot_ide_code_completions: completions }) => [
        ...completions.editors
          .flatMap(({ models }) => models.flatMap(({ languages }) => languages))
          .map((l): [string, number] => [l.name, l.total_code_suggestions]),
        ...chat.editors
          .flatMap(({ models }) => models)
          .map(({ total_chats: chats }): [string, number] => ['chats', chats]),
      ]),
  )

describe('createLocalHost', () => {
  it('returns the seats of the sample data', async () => {
    const { seats } = (await get('/copilot/billing/seats?per_page=100')) as { seats: Body }
    expect(seats).toEqual((stored('seats') as Body).map((s) => ({ ...s, plan_type: 'business' })))
  })

  it('returns the teams of the sample data among others', async () => {
    const teams = (await get('/teams?per_page=100')) as Body
    const described = teams.map(({ slug, name, description, html_url: url }) => ({
      slug,
      name,
      description: description ?? '',
      url,
    }))
    expect(described).toEqual(expect.arrayContaining(stored('copilot_teams') as Body))
  })

  it('reports the usage of the sample data', async () => {
    const expected = sampled(stored('historic_usage_data') as Day[])
    expect(Object.keys(expected).length).toBeGreaterThan(5)
    expect(reported(await report('organization'))).toEqual(expected)
    expect(reported(await report('users'))).toEqual(expected)
  })

  it('reports the team usage of the sample data', async () => {
    const [users, memberships] = [await report('users'), await report('user-teams')]
    const histories = stored('teams_history') as { team: { slug: string }; data: Day[] }[]
    const shown = histories.filter(({ data }) =>
      data.some(({ date, withheld = false }) => date === DAY && !withheld),
    )
    expect(shown.length).toBeGreaterThan(4)
    for (const { team, data } of shown) {
      const members = new Set(
        memberships.filter(({ slug }) => slug === team.slug).map((m) => m.user_id),
      )
      const rows = users.filter((row) => members.has(row.user_id))
      expect({ team, day: reported(rows) }).toEqual({ team, day: sampled(data) })
    }
  })
})
