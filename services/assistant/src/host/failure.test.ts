import { describe, expect, it } from '@jest/globals'
import { failureOf, HostFailure, isRefused } from './failure.ts'

const limited = (headers: Record<string, string>) =>
  failureOf(Object.assign(new Error('x'), { status: 403, response: { headers } }))

describe('failureOf', () => {
  const date = 'Fri, 05 Jun 2026 10:00:00 GMT'
  const reset = String(Date.parse(date) / 1000 + 90)

  it("counts until the limit ends by the host's clock, however ours is set", () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset, date }
    expect(limited(headers)).toMatchObject({ status: 403, retryAfter: 90 })
  })

  it('waits as long as the host asks, and not at all where it names no limit', () => {
    expect(limited({ 'retry-after': '7' })).toMatchObject({ retryAfter: 7 })
    expect(limited({})).toMatchObject({ retryAfter: undefined })
  })

  it('names the status and the path of a refusal, and nothing that the host said', () => {
    const error = Object.assign(new Error('<html>ghs_secret'), {
      status: 404,
      request: { method: 'GET', url: 'https://host.example/orgs/acme?token=1' },
    })
    expect(failureOf(error)).toMatchObject({
      kind: 'refused',
      status: 404,
      message: 'GET /orgs/acme answered 404',
    })
  })

  it('keeps the kind of a failure that Octokit took for an error of its own', () => {
    const cause = new HostFailure('silent', 'took too long')
    const request = { method: 'GET', url: 'https://host.example/user/teams' }
    const wrapped = Object.assign(new Error('x', { cause }), { status: 500, request })
    expect(failureOf(wrapped)).toMatchObject({
      kind: 'silent',
      message: 'GET /user/teams took too long',
    })
  })

  it.each([new TypeError('a key'), 'a text', undefined])('quotes nothing of %p', (thrown) => {
    expect(failureOf(thrown)).toMatchObject({ kind: 'unusable' })
    expect(failureOf(thrown).message).toMatch(/^The host failed/)
    expect(failureOf(thrown).message).not.toContain('a ')
  })
})

describe('isRefused', () => {
  it('is said of what was asked, not of an app that was refused before', () => {
    const status = { status: 404 }
    expect(isRefused(new HostFailure('refused', 'x', status), 404)).toBe(true)
    expect(isRefused(new HostFailure('refused', 'x', status), 401)).toBe(false)
    expect(isRefused(new HostFailure('unconnected', 'x', status), 404)).toBe(false)
  })
})
