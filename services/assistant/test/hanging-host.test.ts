import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Disturb } from '@landscape/dev/scm-host'
import { gitHubFor, startHost, vouched, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

const silence: Disturb = () => undefined
const callsTo = (path: string) => host.calls.filter((call) => call.includes(path))

describe('a host that no longer answers', () => {
  it('leaves every session its last answer, and the app its own turn', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, {
      now: () => time,
      patienceMs: 50,
      requestTimeoutMs: 60_000,
    })
    const tokens = Array.from({ length: 20 }, () => host.tokenOf('ordinary'))
    await Promise.all([source.seats(), ...tokens.map((token) => source.userTeams(vouched(token)))])
    time += 61_000
    host.disturb(/user\/teams/, silence)
    const answers = await Promise.all(tokens.map((token) => source.userTeams(vouched(token))))
    expect(answers.map(({ staleSeconds }) => staleSeconds)).toEqual(tokens.map(() => 61))
    // Ten calls of users hang; what the app asks does not stand behind them.
    // Behind them it would stay stale for a minute, and this test would not end in time.
    while ((await source.seats()).staleSeconds !== undefined) await sleep(20)
  })

  it('is given up without a last answer, with the text that clients know', async () => {
    host.disturb(/./, silence)
    const { source } = gitHubFor(host, { deadlineMs: 50, requestTimeoutMs: 20_000 })
    await expect(source.organisationUsage()).rejects.toMatchObject({
      code: 'failed',
      message: 'Unable to load live usage data. Please try again later.',
    })
  })

  it('is left alone by whatever waits for its turn', async () => {
    host.disturb(/user\/teams/, silence)
    const { source } = gitHubFor(host, { requestTimeoutMs: 100 })
    const tokens = Array.from({ length: 25 }, (_, i) => `ghu_sample${i}`)
    const outcomes = await Promise.allSettled(
      tokens.map((token) => source.userTeams(vouched(token))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(tokens.map(() => 'rejected'))
    // Ten at once, and whoever came up between the first failure and the second.
    expect(callsTo('user/teams').length).toBeLessThanOrEqual(12)
    await expect(source.seats()).rejects.toMatchObject({ code: 'failed' })
    expect(callsTo('seats')).toEqual([])
  })

  it('is not asked by more tokens at once than it can answer soon', async () => {
    host.disturb(/user\/teams/, silence)
    const { source } = gitHubFor(host, { deadlineMs: 50, requestTimeoutMs: 300 })
    const tokens = Array.from({ length: 100 }, (_, i) => `ghu_sample${i}`)
    const outcomes = await Promise.allSettled(
      tokens.map((token) => source.userTeams(vouched(token))),
    )
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.code : 'answered',
    )
    expect(codes.filter((code) => code === 'failed')).toHaveLength(30)
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(70)
  })
})
