import { describe, expect, it } from '@jest/globals'
import { failureOf } from './failure.ts'

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
})
