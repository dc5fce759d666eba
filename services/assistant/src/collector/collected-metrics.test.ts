import { describe, expect, it } from '@jest/globals'
import type { Seat } from '@landscape/contracts/assistant'
import { DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Metrics, Reading } from '@landscape/http/telemetry/metrics'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { defineCollectedMetrics } from './collected-metrics.ts'

const NOW = Date.parse('2026-11-25T10:00:00Z')

type Host = { hasHost?: boolean; seats?: Seat[] }

/** Returns the values of all metrics at the second of two scrapes; those without a value are absent. */
async function figures(stored: Partial<Record<DocumentName, unknown>>, host: Host = {}) {
  return (await scrapes(stored, host)).second
}

async function scrapes(
  stored: Partial<Record<DocumentName, unknown>>,
  { hasHost = true, seats }: Host,
) {
  const store = createEmbeddedStore(':memory:')
  for (const [name, value] of Object.entries(stored)) {
    await replace(store, DOCUMENTS[name as DocumentName].ref, Buffer.from(JSON.stringify(value)))
  }
  const logger = createLogger({ service: 'test', level: 'silent', destination: { write() {} } })
  const readings: Reading[] = []
  let requests = 0
  defineCollectedMetrics(
    { reading: (reading: Reading) => void readings.push(reading) } as unknown as Metrics,
    {
      documents: openDocuments(store, ['organisationHistory', 'lastRun', 'spend'], { logger }),
      source: {
        async seats() {
          requests++
          if (seats === undefined) throw new DomainError('failed', 'Unable to load seats')
          return { value: seats }
        },
      },
      hasHost,
      now: () => NOW,
    },
  )
  const scrape = async () => {
    const values = await Promise.all(readings.map(async ({ name, read }) => [name, await read()]))
    return Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }
  const [first, second] = [await scrape(), await scrape()]
  store.close()
  return { first, second, requests }
}

describe('defineCollectedMetrics', () => {
  it('reports the people and the age of the newest day', async () => {
    const organisationHistory = [
      { date: '2026-11-20', total_active_users: 40 },
      { date: '2026-11-21', total_active_users: 42 },
    ]
    expect(await figures({ organisationHistory })).toMatchObject({
      landscape_assistant_active_people: 42,
      landscape_assistant_newest_day_age_days: 4,
    })
  })

  it('reports seats, idle seats and the credits of this month', async () => {
    const bill = { asked_at: '2026-11-25T04:00:00Z', is_final: false }
    const spend = [
      { ...bill, month: '2026-10', items: [{ grossQuantity: 900 }] },
      { ...bill, month: '2026-11', items: [{ grossQuantity: 1.25 }, { grossQuantity: 40.5 }] },
    ]
    const seats = [
      { created_at: '2026-01-01T00:00:00Z', last_activity_at: '2026-11-24T00:00:00Z' },
      { created_at: '2026-01-01T00:00:00Z', last_activity_at: '2026-10-01T00:00:00Z' },
    ]
    expect(await figures({ spend }, { seats })).toMatchObject({
      landscape_assistant_seats: 2,
      landscape_assistant_idle_seats: 1,
      landscape_assistant_month_credits: 41.75,
    })
  })

  it('requests seats once, and reports them from the next scrape', async () => {
    const { first, second, requests } = await scrapes({}, { seats: [] })
    expect(first).not.toHaveProperty('landscape_assistant_seats')
    expect(second).toHaveProperty('landscape_assistant_seats', 0)
    expect(requests).toBe(1)
  })

  it('requests seats once, and reports none, when the host rejects the request', async () => {
    const { second, requests } = await scrapes({}, {})
    expect(second).not.toHaveProperty('landscape_assistant_seats')
    expect(second).not.toHaveProperty('landscape_assistant_idle_seats')
    expect(requests).toBe(1)
  })

  it('reports no credits without a bill of this month', async () => {
    const items = [{ grossQuantity: 900 }]
    const spend = [{ month: '2026-10', items, asked_at: '2026-11-01T04:00:00Z', is_final: false }]
    expect(await figures({ spend })).not.toHaveProperty('landscape_assistant_month_credits')
  })

  it('reports no value that is unknown', async () => {
    const nothing = { landscape_collector_last_success_timestamp_seconds: 0 }
    expect(await figures({})).toEqual(nothing)
    expect(await figures({ organisationHistory: { damaged: true } })).toEqual(nothing)
    expect(await figures({ organisationHistory: [{ date: '2026-11-25' }] })).toEqual({
      ...nothing,
      landscape_assistant_newest_day_age_days: 0,
    })
  })

  it('reports no collection without a source-control host', async () => {
    expect(await figures({}, { hasHost: false })).toEqual({})
  })
})
