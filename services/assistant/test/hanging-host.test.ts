import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Disturb } from '@landscape/dev/scm-host'
import { gitHubFor, startHost, trusted, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

const noResponse: Disturb = () => undefined

describe('a host that does not respond', () => {
  it('is replaced by the last response for users, without delaying the app', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, {
      now: () => time,
      maxStaleWaitMs: 50,
      requestTimeoutMs: 60_000,
    })
    const tokens = Array.from({ length: 20 }, () => host.tokenOf('ordinary'))
    await Promise.all([source.seats(), ...tokens.map((token) => source.userTeams(trusted(token)))])
    time += 61_000
    host.disturb(/user\/teams/, noResponse)
    const responses = await Promise.all(tokens.map((token) => source.userTeams(trusted(token))))
    expect(responses.map(({ staleSeconds }) => staleSeconds)).toEqual(tokens.map(() => 61))
    // In the users' queue the app's request would wait for a minute.
    while ((await source.seats()).staleSeconds !== undefined) await sleep(20)
  })

  it('causes a fixed error without a last response', async () => {
    host.disturb(/./, noResponse)
    const { source } = gitHubFor(host, { maxWaitMs: 50, requestTimeoutMs: 20_000 })
    await expect(source.organisationUsage()).rejects.toMatchObject({
      code: 'failed',
      message: 'Unable to load live usage data. Please try again later.',
    })
  })

  it('receives no queued requests after two timeouts', async () => {
    host.disturb(/user\/teams/, noResponse)
    const { source } = gitHubFor(host, { requestTimeoutMs: 100 })
    const tokens = Array.from({ length: 25 }, (_, i) => `ghu_sample${i}`)
    const outcomes = await Promise.allSettled(
      tokens.map((token) => source.userTeams(trusted(token))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(tokens.map(() => 'rejected'))
    // Ten concurrent requests, and those sent between the first failure and the second.
    expect(host.callsTo('user/teams').length).toBeLessThanOrEqual(12)
    await expect(source.seats()).rejects.toMatchObject({ code: 'failed' })
    expect(host.callsTo('seats')).toEqual([])
  })

  it('receives at most 30 concurrent requests for tokens', async () => {
    host.disturb(/user\/teams/, noResponse)
    const { source } = gitHubFor(host, { maxWaitMs: 50, requestTimeoutMs: 300 })
    const tokens = Array.from({ length: 100 }, (_, i) => `ghu_sample${i}`)
    const outcomes = await Promise.allSettled(
      tokens.map((token) => source.userTeams(trusted(token))),
    )
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.code : 'accepted',
    )
    expect(codes.filter((code) => code === 'failed')).toHaveLength(30)
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(70)
  })
})
