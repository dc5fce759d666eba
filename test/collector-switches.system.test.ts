import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type {
  LastRun,
  SettledDays,
  Spend,
  StoredUsage,
  TeamsHistory,
} from '@landscape/contracts/assistant'
import { DOCUMENTS } from '@landscape/contracts/documents'
import type { LocalHost } from '@landscape/dev/scm-host'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { run } from './support/process.ts'
import { startWithSourceControl, type WithSourceControl } from './support/source-control.ts'

const WINDOW_DAYS = 6
/** Enough for some people to be missing within the tolerance of 2 %. */
const SEATS = 120
const DAY_MS = 86_400_000
const DAYS = Array.from({ length: WINDOW_DAYS }, (_, i) =>
  new Date(Date.now() - (WINDOW_DAYS - i) * DAY_MS).toISOString().slice(0, 10),
)

let local: WithSourceControl
let usual: LocalHost['switches']
let dataDir: string
beforeAll(async () => {
  local = await startWithSourceControl({ services: [], documents: false, seatCount: SEATS })
  usual = { ...local.host.switches }
}, 60_000)
afterAll(() => local.stop())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'collected-'))
})
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs the collector as an operator does, on a host with these switches. */
async function collect(switches: Partial<LocalHost['switches']> = {}) {
  Object.assign(local.host.switches, usual, switches)
  const env = { ...local.settings, DATA_DIR: dataDir }
  const { exit, output } = run(['tools/assistant-collect.ts', '--days', String(WINDOW_DAYS)], env)
  const code = await exit
  expect(output()).not.toMatch(/ghs_|PRIVATE KEY|sig=/)
  return { code, log: output(), ...(await stored()) }
}

async function stored() {
  const store = createEmbeddedStore(dataDir)
  const read = async <T>(name: keyof typeof DOCUMENTS): Promise<T | undefined> => {
    const got = await store.get(DOCUMENTS[name].ref)
    return got.kind === 'found' ? (JSON.parse(got.body.toString()) as T) : undefined
  }
  const all = {
    days: (await read<StoredUsage>('organisationHistory')) ?? [],
    teams: await read<TeamsHistory>('teamsHistory'),
    settled: await read<SettledDays>('settledDays'),
    spend: await read<Spend>('spend'),
    lastRun: await read<LastRun>('lastRun'),
  }
  store.close()
  return all
}

type Result = Awaited<ReturnType<typeof collect>>
const datesOf = ({ days }: Result, isMeant: (day: StoredUsage[number]) => boolean = () => true) =>
  days.filter(isMeant).map(({ date }) => date)
const incompleteDays = (result: Result) => datesOf(result, (day) => day['incomplete'] === true)
/** Days of the team of everybody. */
const datesOfTeam = ({ teams = [] }: Result) =>
  teams.find(({ team }) => team.slug === 'everyone')?.data.map(({ date }) => date)
/** Stored documents, without the times of requests. */
const content = ({ days, teams, settled, spend }: Result) => ({
  days,
  teams,
  settled,
  spend: spend?.map((bill) => ({ ...bill, asked_at: '' })),
})

describe('npm run assistant:collect -- --every', () => {
  const start = (env: Record<string, string>) =>
    run(['tools/assistant-collect.ts', '--every'], { ...local.settings, DATA_DIR: dataDir, ...env })

  it('runs until SIGTERM, also while it waits for a silent host', async () => {
    Object.assign(local.host.switches, usual)
    const waiting = Promise.withResolvers<void>()
    local.host.disturb(/-1-day/, () => waiting.resolve(), 1)
    const collector = start({ COLLECT_EVERY_MINUTES: '15' })
    await waiting.promise
    collector.signal('SIGTERM')
    expect(await collector.exit).toBe(0)
    expect((await stored()).lastRun).toMatchObject({ ok: false })
  }, 60_000)

  it('exits with 1 and names the missing interval', async () => {
    const collector = start({})
    expect(await collector.exit).toBe(1)
    expect(collector.output()).toContain('COLLECT_EVERY_MINUTES')
  }, 60_000)
})

describe('npm run assistant:collect', () => {
  it('stores days, teams and bills, and changes nothing when repeated', async () => {
    const first = await collect()
    expect([first.code, first.lastRun?.ok]).toEqual([0, true])
    expect([datesOf(first), datesOfTeam(first)]).toEqual([DAYS, DAYS])
    expect(first.spend).toHaveLength(24)
    const second = await collect()
    expect(second.code).toBe(0)
    expect(content(second)).toEqual(content(first))
  }, 60_000)

  it('stores the published days only, then those that the host publishes late', async () => {
    const since = { absentStatus: 404, firstDay: DAYS[2]! } as const
    const first = await collect({ ...since, lagDays: 3 })
    expect([first.code, datesOf(first)]).toEqual([0, [DAYS[2]]])
    expect(first.settled).toEqual({ [DAYS[0]!]: 'empty', [DAYS[1]!]: 'empty' })
    const second = await collect(since)
    expect([second.code, datesOf(second)]).toEqual([0, DAYS.slice(2)])
    expect(second.settled).toEqual(first.settled)
  }, 60_000)

  it('exits with 1 and names policy and permission while reports are a 403', async () => {
    const first = await collect({ isPolicyEnabled: false })
    expect([first.code, first.lastRun?.ok]).toEqual([1, false])
    expect(first.log).toContain('policy \\"Copilot usage metrics\\" may be disabled')
    expect(first.log).toContain('permission \\"Organization Copilot metrics\\"')
    expect(first).toMatchObject({ days: [], teams: undefined, settled: undefined })
    expect(first.spend).toHaveLength(24)
    const second = await collect()
    expect([second.code, datesOf(second)]).toEqual([0, DAYS])
  }, 60_000)

  it('stores days, and why bills are missing, while billing is rejected or absent', async () => {
    const first = await collect({ billing: 403 })
    expect([first.code, datesOf(first)]).toEqual([0, DAYS])
    expect(first).toMatchObject({ spend: undefined, lastRun: { spendFault: 'forbidden' } })
    expect(first.log).toMatch(/returned 403.*cannot load the spend of a month/)
    const second = await collect({ billing: 404 })
    expect([second.code, second.lastRun?.spendFault]).toEqual([0, 'absent'])
    const mended = await collect()
    expect([mended.code, mended.spend?.length]).toEqual([0, 24])
    expect(mended.lastRun).not.toHaveProperty('spendFault')
    const rejected = await collect({ billing: 403 })
    expect([rejected.code, content(rejected)]).toEqual([0, content(mended)])
  }, 60_000)

  it('exits with 1 without people of a day, and marks a day that lacks few', async () => {
    const first = await collect({ missingUsers: 0.1 })
    expect([first.code, datesOf(first)]).toEqual([1, DAYS])
    expect(first.log).toContain('Users are missing in the report')
    const unknown = datesOf(first, (day) => day['total_engaged_users'] === undefined)
    expect(unknown.length).toBeGreaterThan(0)
    expect(datesOfTeam(first) ?? []).toEqual(DAYS.filter((date) => !unknown.includes(date)))
    const second = await collect({ missingUsers: 0.02 })
    expect([second.code, datesOfTeam(second)]).toEqual([0, DAYS])
    const incomplete = incompleteDays(second)
    expect(incomplete.length).toBeGreaterThan(0)
    const third = await collect()
    // The host corrects no day that has settled.
    const settled = incomplete.filter((date) => second.settled?.[date!] === 'loaded')
    expect([third.code, incompleteDays(third)]).toEqual([0, settled])
  }, 60_000)
})
