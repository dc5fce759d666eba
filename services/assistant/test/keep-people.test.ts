import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import { creditsOn } from '@landscape/dev/credits'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { BUCKETS, type ObjectStore } from '@landscape/store/objects/port'
import request from 'supertest'
import { run } from '../src/collector/run.ts'
import { as, assistantService } from './assistant-service.ts'
import { gitHubFor, LAST_DAY, REPORT_TIME, startHost, type RunningHost } from './host.ts'

const DAY_MS = 86_400_000
let host: RunningHost
beforeAll(async () => {
  host = await startHost({ seatCount: 40 })
})
afterAll(() => host.close())

interface RunOptions {
  store?: ObjectStore
  /** Milliseconds since the epoch. */
  at?: number
}

/** A run of the collector; without a retention as with KEEP_USERS off. */
async function collected(
  userRetentionDays: number | undefined,
  { store = createEmbeddedStore(':memory:'), at = REPORT_TIME }: RunOptions = {},
) {
  const { reports, billing, source } = gitHubFor(host)
  const kept = userRetentionDays === undefined ? {} : { userRetentionDays }
  const service = await assistantService({}, { store, source, now: () => at, ...kept })
  const { documents, logger } = service
  const { signal } = new AbortController()
  const ofRun = { reports, billing, documents, userRetentionDays, logger, signal }
  const ok = await run({ ...ofRun, windowDays: 4, now: () => at })
  return { ...service, ok, stored: () => storedIn(store) }
}

/** Every stored object, by its name. */
async function storedIn(store: ObjectStore): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const bucket of BUCKETS) {
    for (const key of await store.list(bucket)) {
      const got = await store.get({ bucket, key })
      texts.set(`${bucket}/${key}`, got.kind === 'found' ? got.body.toString() : '')
    }
  }
  return texts
}
const isOfPeople = (name: string) => name.startsWith('assistant/user_usage/')
const daysIn = (text: string | undefined) => JSON.parse(text ?? '[]') as PersonDay[]
const NOVEMBER = 'assistant/user_usage/2026-11.json'
const person = (day: string) => ({ day, user_id: 1, surfaces: [] })

describe('the collector without KEEP_USERS', () => {
  it('stores neither ids nor logins of users', async () => {
    const { stored, ok } = await collected(undefined)
    expect(ok).toBe(true)
    const objects = await stored()
    expect([...objects.keys()]).toContain('assistant/historic_usage_data.json')
    const text = [...objects.values()].join('\n')
    expect(text).not.toMatch(/user_(?:id|login)/)
    for (const { id, login } of host.organisation.users) {
      expect(text).not.toContain(login)
      expect(text).not.toMatch(new RegExp(`"(?:id|user_id|assignee)":"?${id}\\b`))
    }
  })

  it('erases what an earlier run stored', async () => {
    const { store, stored } = await collected(90)
    expect([...(await stored()).keys()].filter(isOfPeople)).toEqual([NOVEMBER])
    const { ok, logs } = await collected(undefined, { store })
    expect(ok).toBe(true)
    expect([...(await stored()).keys()].filter(isOfPeople)).toEqual([])
    expect(logs.join()).toContain('erased the stored usage of individual users')
  })
})

describe('the collector with KEEP_USERS', () => {
  it('stores the use of each person without logins, the same in a second run', async () => {
    const { store, stored } = await collected(90)
    const before = (await stored()).get(NOVEMBER)
    const days = daysIn(before)
    const ofLast = days.filter(({ day }) => day === LAST_DAY)
    const users = host.organisation.users
    expect(ofLast.length).toBeGreaterThan(5)
    for (const { user_id, credits } of ofLast) {
      const user = users.find(({ id }) => id === user_id)!
      if (credits !== undefined) expect(credits).toBeCloseTo(creditsOn(user, LAST_DAY), 4)
    }
    for (const { login } of users) expect(before).not.toContain(login)
    await collected(90, { store })
    expect((await stored()).get(NOVEMBER)).toBe(before)
  })

  it('removes days that are too old, and months as objects', async () => {
    const { store, stored, documents } = await collected(90)
    const by = { actor: 'test', action: 'add old days' }
    for (const month of ['2026-07', '2026-08']) {
      const days = [person(`${month}-19`), person(`${month}-20`)]
      await documents.userUsage.of(month).change(() => ({ next: days, result: undefined }), { by })
    }
    await collected(90, { store })
    const objects = await stored()
    expect([...objects.keys()].filter(isOfPeople)).toEqual([
      'assistant/user_usage/2026-08.json',
      NOVEMBER,
    ])
    expect(daysIn(objects.get('assistant/user_usage/2026-08.json'))).toEqual([person('2026-08-20')])
  })

  it('does not store collected days that are too old', async () => {
    const { stored } = await collected(3)
    const days = new Set(daysIn((await stored()).get(NOVEMBER)).map(({ day }) => day))
    expect([...days]).toEqual(['2026-11-15', '2026-11-16', LAST_DAY])
  })

  it('collects other usage when old days cannot be removed', async () => {
    const embedded = createEmbeddedStore(':memory:')
    await collected(90, { store: embedded })
    const store: ObjectStore = {
      ...embedded,
      remove: async () => {
        throw new Error('no right')
      },
    }
    const { ok, logs, documents } = await collected(undefined, { store, at: REPORT_TIME + DAY_MS })
    expect(ok).toBe(false)
    expect(logs.join()).toContain('cannot remove the stored usage of individual users')
    expect((await documents.lastRun.read())?.value.ok).toBe(false)
    const last = (await documents.organisationHistory.read())?.value.at(-1)
    expect(last).toMatchObject({ date: LAST_DAY })
  })
})

describe('GET /assistant/api/users after a run with KEEP_USERS', () => {
  it('returns users with the logins of their seats, as a recount has them', async () => {
    const { app } = await collected(90)
    const { status, body } = await request(app)
      .get(`/assistant/api/users?from=${LAST_DAY}`)
      .set(await as('admin'))
    expect([status, body.days, body.price_per_unit]).toEqual([200, 1, 0.01])
    expect(body.unattributed).toEqual({
      interactions: 0,
      acceptances: 0,
      lines_added: 0,
      credits: null,
    })
    // The host reports no memberships of smaller teams.
    const reportedTeams = host.organisation.teams.filter(
      ({ members, organisation }) =>
        organisation === host.organisation.login && members.length >= 5,
    )
    const named = ({ id, slug }: { id: number; slug: string }) => ({ id, slug })
    for (const { user_id, login, teams, credits, estimated_amount } of body.users) {
      const user = host.organisation.users.find(({ id }) => id === user_id)!
      expect(login).toBe(user.login)
      expect(teams).toEqual(
        reportedTeams.filter(({ members }) => members.includes(user)).map(named),
      )
      if (credits !== null) expect(estimated_amount).toBeCloseTo(credits / 100, 6)
    }
  })
})
