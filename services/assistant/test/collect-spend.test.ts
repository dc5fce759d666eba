import { describe, expect, it } from '@jest/globals'
import { collectSpend } from '../src/collector/collect-spend.ts'
import { HostFailure } from '../src/host/failure.ts'
import { assistantService } from './assistant-service.ts'

const NOW = Date.parse('2026-11-18T10:00:00Z')
const rejected = (status: number) =>
  new HostFailure('rejected', `GET /usage returned ${status}`, { status })

/** A collector of spend whose host fails for some months. */
async function collector(stored: Parameters<typeof assistantService>[0] = {}) {
  const { documents } = await assistantService(stored)
  const requested: string[] = []
  const warnings: unknown[] = []
  const run = (failures: Record<string, Error> = {}, quantity = 1) =>
    collectSpend({
      billing: {
        async itemsOf(month) {
          requested.push(month)
          if (failures[month]) throw failures[month]
          return [{ sku: 'copilot_ai_credit', grossQuantity: quantity }]
        },
      },
      documents,
      now: () => NOW,
      logger: { warn: (...line: unknown[]) => void warnings.push(line) } as never,
    })
  const spend = async () => (await documents.spend.read())?.value
  return { run, spend, requested, warnings }
}

describe('collectSpend', () => {
  it('loads two years at first, then replaces this month and the last', async () => {
    const { run, spend, requested } = await collector()
    expect(await run()).toEqual({ ok: true, fault: null })
    expect((await spend())?.map(({ is_final }) => is_final).slice(-3)).toEqual([true, false, false])
    expect(requested.splice(0)).toHaveLength(24)
    await run({}, 2)
    expect(requested).toEqual(['2026-11', '2026-10'])
    expect((await spend())?.slice(-3).map(({ items }) => items[0]?.grossQuantity)).toEqual([
      1, 2, 2,
    ])
  })

  it.each([
    [403, 'forbidden'],
    [404, 'absent'],
  ])('keeps bills and the reason when the host returns %i', async (status, reason) => {
    const { run, spend, requested, warnings } = await collector()
    await run()
    const before = await spend()
    requested.length = 0
    const result = await run({ '2026-11': rejected(status) }, 2)
    expect(result).toEqual({ ok: true, fault: reason })
    expect(await spend()).toEqual(before)
    expect([requested, warnings.length]).toEqual([['2026-11'], 1])
  })

  it('replaces other months when one fails, and repeats a failed newest month', async () => {
    const { run, spend } = await collector()
    expect(await run({ '2026-11': rejected(500) })).toEqual({ ok: false, fault: 'failed' })
    expect((await spend())?.at(-1)?.month).toBe('2026-10')
    expect(await run({ '2024-12': rejected(500) })).toEqual({ ok: true, fault: null })
  })
})
