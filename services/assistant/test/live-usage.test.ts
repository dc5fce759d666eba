import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, assistantService } from './assistant-service.ts'
import { gitHubFor, LAST_DAY, startHost, type RunningHost } from './host.ts'

const headers = await as('guest')
const stored = { organisationHistory: [{ date: '2020-01-01', total_active_users: 1 }] }

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

/** A service connected to the host, with a fake clock. */
async function connected() {
  const clock = { ms: 0 }
  const { source } = gitHubFor(host, { now: () => clock.ms })
  const { app } = await assistantService(stored, { source })
  return { clock, get: () => request(app).get('/assistant/api/org/live').set(headers) }
}

describe('GET /assistant/api/org/live', () => {
  // spec: 4.5-r1
  it('returns the most recently published days, oldest first', async () => {
    const { get } = await connected()
    const { status, body } = await get()
    expect(status).toBe(200)
    const dates = body.map(({ date }: { date: string }) => date)
    expect(dates).toHaveLength(28)
    expect(dates).toEqual(dates.toSorted())
    expect(dates.at(-1)).toBe(LAST_DAY)
    expect(body.at(-1)).toMatchObject({
      total_active_users: expect.any(Number),
      copilot_ide_chat: expect.any(Object),
      copilot_ide_code_completions: expect.any(Object),
    })
  })

  // spec, otherwise: 4.5-r1
  it('returns 500 with a fixed message when the host fails', async () => {
    host.disturb(/28-day/, (_req, res) => void res.status(500).json({ message: 'secret reason' }))
    const { get } = await connected()
    const { status, body, text } = await get()
    expect(status).toBe(500)
    expect(body.error).toBe('Unable to load live usage data. Please try again later.')
    expect(text).not.toMatch(/secret|2020-01-01/)
  })

  it('returns the last response, marked as stale, when the host fails', async () => {
    const { get, clock } = await connected()
    const first = await get()
    expect(first.headers).not.toHaveProperty('warning')
    host.disturb(/28-day/, (_req, res) => void res.status(500).end())
    clock.ms += 61_000
    const second = await get()
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.headers).toMatchObject({ age: '61', warning: '110 - "Response is Stale"' })
  })
})
