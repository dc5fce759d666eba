import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { gitHubFor, startHost, unverified, trusted, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

const forged = (n: number, caller?: string) =>
  unverified(`ghu_${String(n).padStart(36, '0')}`, caller)
const requests = () => host.callsTo('user/teams').length
const outcomesOf = async (results: Promise<unknown>[]) =>
  (await Promise.allSettled(results)).map((outcome) =>
    outcome.status === 'rejected' ? outcome.reason.code : 'accepted',
  )

describe('an unverified token', () => {
  it.each([
    ['two words', 'two words'],
    ['not a header value', `ghu_${'ä'.repeat(36)}`],
    ['very long', `ghu_${'a'.repeat(2000)}`],
    ['short', 'ghu_short'],
    ["the app's own", `ghs_${'a'.repeat(400)}`],
    ['for renewing others', `ghr_${'a'.repeat(76)}`],
    ['of an unknown format', 'a'.repeat(36)],
    ['an invalid seal', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c'],
  ])('is rejected without a request when it is %s', async (_what, token) => {
    const { source } = gitHubFor(host)
    await expect(source.userTeams(unverified(token))).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Invalid scm user token',
    })
    expect(requests()).toBe(0)
  })

  it.each([
    `gho_${'a'.repeat(36)}`,
    `ghp_${'a'.repeat(36)}`,
    `ghu_${'a'.repeat(36)}`,
    `github_pat_${'a'.repeat(22)}_${'b'.repeat(59)}`,
    'a'.repeat(40),
  ])('is sent to the host in every known format: %s', async (token) => {
    const { source } = gitHubFor(host)
    await expect(source.userTeams(unverified(token))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(requests()).toBe(1)
  })

  it('is rate-limited after ten rejections of one caller', async () => {
    let time = 0
    const { source } = gitHubFor(host, { now: () => time })
    const many = Array.from({ length: 30 }, (_, n) => source.userTeams(forged(n)))
    const codes = await outcomesOf(many)
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10)
    expect(codes.filter((code) => code === 'rate-limited')).toHaveLength(20)
    time += 299_000
    const late = source.userTeams(forged(99))
    await expect(late).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 1 })
    expect(requests()).toBe(10)
    time += 1_000
    expect(await outcomesOf([source.userTeams(forged(100))])).toEqual(['unauthenticated'])
  })

  it('does not delay trusted tokens', async () => {
    const { source } = gitHubFor(host, { maxWaitMs: 60_000, requestTimeoutMs: 20_000 })
    const newcomer = host.tokenOf('ordinary')
    host.disturb(/user\/teams/, (req, _res, next) => {
      const token = String(req.headers.authorization).replace(/^\w+ /, '')
      // The host does not respond to forged tokens.
      if (host.credentials.userOf(token)) next()
    })
    const hanging = [1, 2].flatMap((caller) =>
      Array.from({ length: 10 }, (_, n) =>
        source.userTeams(forged(caller * 100 + n, `address ${caller}`)),
      ),
    )
    void outcomesOf(hanging)
    const full = source.userTeams(unverified(newcomer, 'address 3'))
    await expect(full).rejects.toMatchObject({ code: 'unavailable' })
    expect((await source.userTeams(trusted(newcomer))).value).toHaveLength(3)
  })

  it('is trusted once the host has accepted it', async () => {
    const { source } = gitHubFor(host)
    const token = host.tokenOf('ordinary')
    expect((await source.userTeams(unverified(token))).value).toHaveLength(3)
    await outcomesOf(Array.from({ length: 10 }, (_, n) => source.userTeams(forged(n))))
    expect(await outcomesOf([source.userTeams(forged(11))])).toEqual(['rate-limited'])
    expect((await source.userTeams(unverified(token))).value).toHaveLength(3)
  })

  it('loses its trust once the host rejects it', async () => {
    let time = 0
    const { source } = gitHubFor(host, { now: () => time })
    const token = unverified(host.tokenOf('ordinary'))
    await source.userTeams(token)
    host.credentials.revokeUserTokens()
    time += 61_000
    await expect(source.userTeams(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(source.userTeams(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    await outcomesOf(Array.from({ length: 9 }, (_, n) => source.userTeams(forged(n))))
    expect(await outcomesOf([source.userTeams(token)])).toEqual(['rate-limited'])
  })
})
