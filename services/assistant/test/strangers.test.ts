import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { gitHubFor, startHost, unproven, vouched, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

const madeUp = (n: number, caller?: string) =>
  unproven(`ghu_${String(n).padStart(36, '0')}`, caller)
const asked = () => host.calls.filter((call) => call.includes('user/teams')).length
const outcomesOf = async (answers: Promise<unknown>[]) =>
  (await Promise.allSettled(answers)).map((outcome) =>
    outcome.status === 'rejected' ? outcome.reason.code : 'answered',
  )

describe('a token that nobody vouches for', () => {
  it.each([
    ['two words', 'two words'],
    ['no header value', `ghu_${'ä'.repeat(36)}`],
    ['very long', `ghu_${'a'.repeat(2000)}`],
    ['short', 'ghu_short'],
    ["the app's own", `ghs_${'a'.repeat(400)}`],
    ['for renewing others', `ghr_${'a'.repeat(76)}`],
    ['of no known form', 'a'.repeat(36)],
    ['a seal that is broken', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c'],
  ])('is refused unasked when it is %s', async (_what, token) => {
    const { source } = gitHubFor(host)
    await expect(source.userTeams(unproven(token))).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Invalid scm user token',
    })
    expect(asked()).toBe(0)
  })

  it.each([
    `gho_${'a'.repeat(36)}`,
    `ghp_${'a'.repeat(36)}`,
    `ghu_${'a'.repeat(36)}`,
    `github_pat_${'a'.repeat(22)}_${'b'.repeat(59)}`,
    'a'.repeat(40),
  ])('is asked about in any form that users have: %s', async (token) => {
    const { source } = gitHubFor(host)
    await expect(source.userTeams(unproven(token))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(asked()).toBe(1)
  })

  it('is asked about ten times for one caller, at once or one by one, and then no more', async () => {
    let time = 0
    const { source } = gitHubFor(host, { now: () => time })
    const many = Array.from({ length: 30 }, (_, n) => source.userTeams(madeUp(n)))
    const codes = await outcomesOf(many)
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10)
    expect(codes.filter((code) => code === 'rate-limited')).toHaveLength(20)
    time += 299_000
    const late = source.userTeams(madeUp(99))
    await expect(late).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 1 })
    expect(asked()).toBe(10)
    time += 1_000
    expect(await outcomesOf([source.userTeams(madeUp(100))])).toEqual(['unauthenticated'])
  })

  it('keeps no user waiting: they have another queue, and are not among the strangers', async () => {
    const { source } = gitHubFor(host, { deadlineMs: 60_000, requestTimeoutMs: 20_000 })
    const newcomer = host.tokenOf('ordinary')
    host.disturb(/user\/teams/, (req, _res, next) => {
      const token = String(req.headers.authorization).replace(/^\w+ /, '')
      // The host never answers about what it does not know.
      if (host.credentials.userOf(token)) next()
    })
    const hanging = [1, 2].flatMap((caller) =>
      Array.from({ length: 10 }, (_, n) =>
        source.userTeams(madeUp(caller * 100 + n, `address ${caller}`)),
      ),
    )
    void outcomesOf(hanging)
    const full = source.userTeams(unproven(newcomer, 'address 3'))
    await expect(full).rejects.toMatchObject({ code: 'unavailable' })
    expect((await source.userTeams(vouched(newcomer))).value).toHaveLength(3)
  })

  it('is as good as any once the host has accepted it', async () => {
    const { source } = gitHubFor(host)
    const token = host.tokenOf('ordinary')
    expect((await source.userTeams(unproven(token))).value).toHaveLength(3)
    await outcomesOf(Array.from({ length: 10 }, (_, n) => source.userTeams(madeUp(n))))
    expect(await outcomesOf([source.userTeams(madeUp(11))])).toEqual(['rate-limited'])
    expect((await source.userTeams(unproven(token))).value).toHaveLength(3)
  })

  it('is nothing any more once the host refuses it', async () => {
    let time = 0
    const { source } = gitHubFor(host, { now: () => time })
    const token = unproven(host.tokenOf('ordinary'))
    await source.userTeams(token)
    host.credentials.revokeUserTokens()
    time += 61_000
    await expect(source.userTeams(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(source.userTeams(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    await outcomesOf(Array.from({ length: 9 }, (_, n) => source.userTeams(madeUp(n))))
    expect(await outcomesOf([source.userTeams(token)])).toEqual(['rate-limited'])
  })
})
