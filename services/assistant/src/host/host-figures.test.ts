import { describe, expect, it } from '@jest/globals'
import type { Metrics } from '@landscape/http'
import { countHostCalls } from './host-figures.ts'

const outcomes: string[] = []
const metrics = {
  histogram: () => (labels: { outcome: string }) => void outcomes.push(labels.outcome),
} as unknown as Metrics

describe('countHostCalls', () => {
  it('tells answers, limits, refusals and silence apart', async () => {
    for (const status of [200, 304, 404, 429, 503]) {
      const answer = new Response(null, { status })
      expect(await countHostCalls(async () => answer, metrics)('http://host.example')).toBe(answer)
    }
    const silent = countHostCalls(() => Promise.reject(new Error('no answer')), metrics)
    await expect(silent('http://host.example')).rejects.toThrow('no answer')
    expect(outcomes).toEqual(['answered', 'answered', 'refused', 'limited', 'refused', 'silent'])
  })

  it('asks as before without metrics', () => {
    expect(countHostCalls(fetch, undefined)).toBe(fetch)
  })
})
