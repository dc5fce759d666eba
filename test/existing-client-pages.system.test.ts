import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { generationsOf, type Stored } from './existing-client/generations.ts'
import { archivedCountsPage, archivedDaysPage } from './existing-client/legacy-pages.ts'
import { recount } from './existing-client/recount.ts'
import { usagePages, type Row } from './existing-client/usage-pages.ts'
import { createClient, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

const sample = (name: string) => {
  const path = fileURLToPath(new URL(`../sample-data/assistant/${name}`, import.meta.url))
  return JSON.parse(readFileSync(path, 'utf8')) as never[]
}
const GENERATIONS = generationsOf(sample('historic_usage_data.json'))
const ARCHIVED_DAYS = 'archive/pre-mar26/historic_usage_data_mar26.json'
const ARCHIVED_COUNTS = 'archive/pre-feb25/historic_usage_data_feb25.json'

describe.each([
  ['existing', '/copilot/api/org/historic'],
  ['standard', '/copilot/api/org/reports'],
])('the assistant pages of the newest existing client with CLIENT_PROFILE=%s', (profile, path) => {
  let landscape: Landscape
  let client: Client
  beforeAll(async () => {
    landscape = await startLandscape({
      services: ['gateway', 'assistant'],
      env: {
        COMPATIBILITY_ALIASES: 'true',
        ...(profile === 'existing' && { CLIENT_PROFILE: profile }),
      },
    })
    client = createClient(landscape.url, { malformedRecords: isWithoutNumbers })
  }, 60_000)
  afterAll(async () => {
    client?.close()
    await landscape?.stop()
  })

  async function read<T>(from: string): Promise<T> {
    const response = await client.get(from)
    expect([from, response.status]).toEqual([from, 200])
    return response.json() as T
  }

  async function store(usage: readonly Stored[]): Promise<void> {
    const objects = createEmbeddedStore(landscape.dataDir)
    await replace(objects, DOCUMENTS.organisationHistory.ref, Buffer.from(JSON.stringify(usage)))
    objects.close()
  }

  it.each(GENERATIONS)('show the numbers of stored %s', async (_generation, stored) => {
    await store(stored)
    const rows = await read<Row[]>(path)
    const pages = usagePages(rows)
    const counted = recount(stored)
    expect(rows.map(({ day }) => day)).toEqual(counted.days)
    expect(pages.completions.completions).toEqual(counted.completions)
    expect(totalsOf(pages.completions.completionsByLanguage)).toEqual(counted.suggestionsByLanguage)
    expect(totalsOf(pages.chat.chatsByModel)).toEqual(counted.chatsByModel)
    expect(pages.chat.chats).toEqual({
      user_initiated_interaction_count: sum(Object.values(counted.chatsByModel)),
    })
    expect(pages.agent.edits).toEqual(counted.edits)
    for (const name of ['loc_added_sum', 'loc_deleted_sum'] as const)
      expect(sum(Object.values(pages.general.languages).map((lines) => lines[name]!))).toBe(
        counted.changed[name],
      )
    expect(sum(pages.completionsByYear.map(suggestions))).toBe(suggestions(pages.completions))
    expect(pages.landing.newestDay).toBe(counted.days.at(-1))
    expect(valuesIn(pages)).not.toContain(undefined)
    expect(valuesIn(pages)).not.toContain(Number.NaN)
  })

  it('show monthly people of the newest stored row of each month', async () => {
    const [, [, rows]] = GENERATIONS as [unknown, [string, Stored[]]]
    await store(rows)
    const { general, landing } = usagePages(await read<Row[]>(path))
    expect(general.months).toEqual([
      { month: '2025-12', users: 80, chatUsers: 55, agentUsers: 40 },
      { month: '2026-01', users: 109, chatUsers: 84, agentUsers: 69 },
    ])
    expect(landing.monthlyUsers).toBe(109)
  })

  it('show both archives', async () => {
    const days = sample(ARCHIVED_DAYS)
    const page = archivedDaysPage(await read('/copilot/api/org/legacy?type=pre-0326'))
    const counted = recount(days)
    expect(page).toMatchObject({
      suggestions: counted.completions['code_generation_activity_count'],
      acceptances: counted.completions['code_acceptance_activity_count'],
      chats: sum(Object.values(counted.chatsByModel)),
    })
    expect(page.users.map(([day]) => day)).toEqual(counted.days)
    const counts = sample(ARCHIVED_COUNTS) as { total_chat_turns: number }[]
    const flat = archivedCountsPage(await read('/copilot/api/org/legacy?type=pre-0225'))
    expect(flat).toMatchObject({ total_chat_turns: sum(counts.map((day) => day.total_chat_turns)) })
    expect(valuesIn([page, flat])).not.toContain(Number.NaN)
  })
})

/** The stored day without any number, which no description of a day covers. */
function isWithoutNumbers(record: unknown): boolean {
  return (record as { date?: unknown } | null)?.date === '2026-02-04'
}

function totalsOf(groups: Record<string, Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, sums]) => [name, Object.values(sums)[0]!]),
  )
}

function suggestions({ completions }: { completions: Record<string, number> }): number {
  return completions['code_generation_activity_count']!
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Every number and string of nested values. */
function valuesIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(valuesIn)
    : [value]
}
