import { describe, expect, it } from '@jest/globals'
import { failureOf, HostFailure, hasStatus } from './failure.ts'

const limited = (headers: Record<string, string>) =>
  failureOf(Object.assign(new Error('x'), { status: 403, response: { headers } }))

describe('failureOf', () => {
  const date = 'Fri, 05 Jun 2026 10:00:00 GMT'
  const reset = String(Date.parse(date) / 1000 + 90)

  it("computes the retry delay from the host's clock", () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset, date }
    expect(limited(headers)).toMatchObject({ status: 403, retryAfter: 90 })
  })

  it('returns the retry-after of the host, or none without a limit', () => {
    expect(limited({ 'retry-after': '7' })).toMatchObject({ retryAfter: 7 })
    expect(limited({})).toMatchObject({ retryAfter: undefined })
  })

  it('reports status and path of an error response without its content', () => {
    const error = Object.assign(new Error('<html>ghs_secret'), {
      status: 404,
      request: { method: 'GET', url: 'https://host.example/orgs/acme?token=1' },
    })
    expect(failureOf(error)).toMatchObject({
      kind: 'rejected',
      status: 404,
      message: 'GET /orgs/acme returned 404',
    })
  })

  it('keeps the kind of a failure that Octokit wrapped', () => {
    const cause = new HostFailure('no-response', 'took too long')
    const request = { method: 'GET', url: 'https://host.example/user/teams' }
    const wrapped = Object.assign(new Error('x', { cause }), { status: 500, request })
    expect(failureOf(wrapped)).toMatchObject({
      kind: 'no-response',
      message: 'GET /user/teams took too long',
    })
  })

  it.each([new TypeError('a key'), 'a string', undefined])('does not quote %p', (thrown) => {
    expect(failureOf(thrown)).toMatchObject({ kind: 'invalid-response' })
    expect(failureOf(thrown).message).toMatch(/^The host failed/)
    expect(failureOf(thrown).message).not.toContain('a ')
  })
})

describe('hasStatus', () => {
  it('matches rejected requests, but not a rejected app', () => {
    const status = { status: 404 }
    expect(hasStatus(new HostFailure('rejected', 'x', status), 404)).toBe(true)
    expect(hasStatus(new HostFailure('rejected', 'x', status), 401)).toBe(false)
    expect(hasStatus(new HostFailure('not-connected', 'x', status), 404)).toBe(false)
  })
})
