import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { generationsOf, type Stored } from './existing-client/generations.ts'
import { archivedCountsPage, archivedDaysPage } from './existing-client/legacy-pages.ts'
import { previousProgram, teamPage } from './existing-client/previous-program.ts'
import { recount } from './existing-client/recount.ts'
import { usagePages, type Row } from './existing-client/usage-pages.ts'
import { createClient, type Client } from './support/client.ts'
import { run } from './support/process.ts'
import { startWithSourceControl, type WithSourceControl } from './support/source-control.ts'

const file = (path: string) => readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const ARCHIVES = [
  'archive/pre-mar26/historic_usage_data_mar26.json',
  'archive/pre-feb25/historic_usage_data_feb25.json',
]
const COLLECT_DAYS = 5
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const [, [, ROWS]] = generationsOf([]) as [unknown, [string, Stored[]]]
/** Rows as the newest previous program stored them; the host has corrected the last one since. */
const MOVED = [
  ...ROWS.toReversed(),
  { day: YESTERDAY, daily_active_users: 1, totals_by_feature: [] },
]

let local: WithSourceControl
let client: Client
let directory: string
const printed: Record<'before' | 'after', string> = { before: '', after: '' }

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'moved-'))
  const env = { CLIENT_PROFILE: 'existing', COMPATIBILITY_ALIASES: 'true' }
  local = await startWithSourceControl({ services: [], documents: false, env })
  const store = createEmbeddedStore(local.dataDir)
  const keep = (key: string, text: string) =>
    replace(store, { bucket: 'assistant', key }, Buffer.from(text))
  await keep('organisation_history.json', JSON.stringify(MOVED, null, 2))
  for (const key of ARCHIVES) await keep(key, await file(`../sample-data/assistant/${key}`))
  await keep('admin_teams.json', JSON.stringify(['everyone']))
  store.close()
  await move()
  await local.start('assistant')
  await local.start('gateway')
  client = createClient(local.url, { described: false })
}, 120_000)
afterAll(async () => {
  client?.close()
  await local?.stop()
  await rm(directory, { recursive: true, force: true })
})

/** Runs the commands of docs/migration.md. */
async function move(): Promise<void> {
  const guide = await file('../docs/migration.md')
  const npm = async (command: string, script: string, options: string[] = []) => {
    expect(guide).toContain(`npm run ${command}`)
    const args = command
      .split(' ')
      .slice(1)
      .filter((part) => part !== '--')
    const paths = args.map((arg) => arg.replace(/^later-names/, `${directory}/copy`))
    const { exit, output } = run([`tools/${script}.ts`, ...paths, ...options], local.settings)
    return { code: await exit, output: output() }
  }
  printed.before = (await npm('store -- inspect', 'store')).output
  const put =
    'store -- put assistant/historic_usage_data.json later-names/assistant/organisation_history.json'
  for (const command of ['store -- export later-names', put]) {
    const { code, output } = await npm(command, 'store')
    expect([command, code, output]).toEqual([command, 0, expect.anything()])
  }
  printed.after = (await npm('store -- inspect', 'store')).output
  const collected = await npm('assistant:collect', 'assistant-collect', [
    '--days',
    String(COLLECT_DAYS),
  ])
  expect([collected.code, collected.output]).toEqual([0, expect.stringContaining('collected')])
}

async function stored(key: string): Promise<string> {
  const store = createEmbeddedStore(local.dataDir)
  const got = await store.get({ bucket: 'assistant', key })
  store.close()
  if (got.kind !== 'found') throw new Error(`${key} is ${got.kind}`)
  return got.body.toString()
}
const usage = async () => JSON.parse(await stored('historic_usage_data.json')) as Stored[]

async function read<T>(path: string): Promise<T> {
  const headers = local.issuer.headersFor({ email: 'kim@acme.example', groups: ['admin'] })
  const cookie = `githubUserToken=${local.tokenOf('admin')}`
  const response = await client.get(path, { ...headers, cookie })
  expect([path, response.status]).toEqual([path, 200])
  return response.json() as T
}

/** Compares the pages of the newest existing client with a recount of the stored documents. */
async function expectPages(rows: readonly Row[]): Promise<void> {
  const { completions, agent, landing } = usagePages(rows)
  const counted = recount(await usage())
  expect(rows.map(({ day }) => day)).toEqual(counted.days)
  expect(counted.days).toHaveLength(ROWS.length + COLLECT_DAYS)
  expect(completions.completions).toEqual(counted.completions)
  expect(agent.edits).toEqual(counted.edits)
  expect(landing.newestDay).toBe(YESTERDAY)
}

describe('the move of raw rows and archives of the assistant', () => {
  it('names the object under its later name, then its rows', () => {
    expect(printed.before).toContain('organisation_history.json')
    expect(printed.after).toContain(`0 day objects, ${MOVED.length} rows`)
  })

  it('keeps moved rows, and stores collected days as rows and day objects at once', async () => {
    const all = await usage()
    expect(all.slice(0, ROWS.length)).toEqual(MOVED.slice(0, -1))
    const added = all.slice(ROWS.length)
    expect(added).toHaveLength(COLLECT_DAYS)
    for (const day of added) {
      expect(day).toMatchObject({ day: day['date'], copilot_ide_chat: expect.any(Object) })
    }
  })

  it('serves every page of the existing client', async () => {
    await expectPages(await read<Row[]>('/copilot/api/org/historic'))
    const [days, counts] = await Promise.all(ARCHIVES.map(stored))
    expect(await read('/copilot/api/org/legacy?type=pre-0326')).toEqual(JSON.parse(days!))
    expect(await read('/copilot/api/org/legacy?type=pre-0225')).toEqual(JSON.parse(counts!))
    expect((await read<unknown[]>('/copilot/api/teams/historic')).length).toBeGreaterThan(0)
  })

  it('lets the previous program read every stored object', async () => {
    const previous = previousProgram(stored)
    await expectPages(await previous.organisation<Row>())
    const teams = await previous.teams()
    expect(teams.length).toBeGreaterThan(0)
    for (const team of teams) {
      expect(Object.values(team)).not.toContain(undefined)
      const [own] = await previous.teamsHistory([team.slug])
      const page = teamPage(own!.data)
      expect(page).toMatchObject({ from: own!.data[0]!.date, suggestions: expect.any(Number) })
      expect(Number.isNaN(page.chats + page.suggestions)).toBe(false)
    }
    expect(await previous.isAdmin(['everyone'])).toBe(true)
    const archived = archivedDaysPage(await previous.archived('pre-0326'))
    const counts = archivedCountsPage(await previous.archived('pre-0225'))
    expect(Object.values({ ...archived, ...counts })).not.toContain(Number.NaN)
  })

  it("serves the landscape's own clients", async () => {
    await local.terminate('assistant')
    await local.start('assistant', { CLIENT_PROFILE: 'specification' })
    await expectPages(await read<Row[]>('/assistant/api/org/reports'))
    const counted = recount(await usage())
    const days = archivedDaysPage(await read('/assistant/api/org/historic'))
    expect(days.users.map(([date]) => date)).toEqual(counted.days)
    expect(days.suggestions).toBe(counted.completions['code_generation_activity_count'])
    expect(days.chats).toBe(sum(Object.values(counted.chatsByModel)))
  })
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
