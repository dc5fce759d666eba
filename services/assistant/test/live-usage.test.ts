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

/** Asks a service that is connected to the host, at a time of ours. */
async function connected() {
  const clock = { ms: 0 }
  const { source } = gitHubFor(host, { now: () => clock.ms })
  const { app } = await assistantService(stored, { source })
  return { clock, ask: () => request(app).get('/assistant/api/org/live').set(headers) }
}

describe('GET /assistant/api/org/live', () => {
  // spec: 4.5-r1
  it('answers the days that the host published last, oldest first, and none that is stored', async () => {
    const { ask } = await connected()
    const { status, body } = await ask()
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
  it('answers 500 with a fixed text, and nothing that is stored, when the host does not say', async () => {
    host.disturb(/28-day/, (_req, res) => void res.status(500).json({ message: 'secret reason' }))
    const { ask } = await connected()
    const { status, body, text } = await ask()
    expect(status).toBe(500)
    expect(body.error).toBe('Unable to load live usage data. Please try again later.')
    expect(text).not.toMatch(/secret|2020-01-01/)
  })

  it('answers what the host said last, marked as old, when it does not say it again', async () => {
    const { ask, clock } = await connected()
    const first = await ask()
    expect(first.headers).not.toHaveProperty('warning')
    host.disturb(/28-day/, (_req, res) => void res.status(500).end())
    clock.ms += 61_000
    const second = await ask()
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.headers).toMatchObject({ age: '61', warning: '110 - "Response is Stale"' })
  })
})
