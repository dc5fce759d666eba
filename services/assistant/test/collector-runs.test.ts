import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createDocument, type StoredDocument } from '@landscape/store/documents/document'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { LastRun } from '@landscape/contracts/assistant'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { finishRun, lastSuccess, renewRun, takeRun } from '../src/collector/lease.ts'
import { startCollector, startSchedule } from '../src/collector/start-collector.ts'
import { assistantService } from './assistant-service.ts'
import { gitHubFor, startHost, type RunningHost } from './host.ts'

const NOW = Date.parse('2026-11-18T10:00:00Z')
const MINUTE = 60_000
const replica = () => {
  const document = createDocument(
    createEmbeddedStore(':memory:'),
    DOCUMENTS.lastRun.ref,
    DOCUMENTS.lastRun.schema,
  )
  return {
    take: (now: number) => takeRun(document, { by: 'a', now, intervalMs: 24 * 60 * MINUTE }),
    finish: (now: number, ok: boolean) => finishRun(document, { by: 'a', now, ok }),
    success: () => lastSuccess(document),
  }
}

describe('takeRun', () => {
  const replicas = () => {
    const store = createEmbeddedStore(':memory:')
    return ['a', 'b', 'c'].map((by) => {
      const document = createDocument(store, DOCUMENTS.lastRun.ref, DOCUMENTS.lastRun.schema)
      return (now: number) => takeRun(document, { by, now, intervalMs: 60_000 })
    })
  }

  it('gives a due run to one replica', async () => {
    const all = replicas()
    const first = await Promise.all(all.map((take) => take(NOW)))
    expect(first.filter(Boolean)).toHaveLength(1)
    const early = await Promise.all(all.map((take) => take(NOW + 59_000)))
    expect(early).toEqual([false, false, false])
    const next = await Promise.all(all.map((take) => take(NOW + 60_000)))
    expect(next.filter(Boolean)).toHaveLength(1)
  })
})

describe('takeRun without an interval', () => {
  it('acquires a run unless one is in progress', async () => {
    const document = createDocument(
      createEmbeddedStore(':memory:'),
      DOCUMENTS.lastRun.ref,
      DOCUMENTS.lastRun.schema,
    )
    const byHand = (by: string, now: number) => takeRun(document, { by, now })
    expect(await byHand('a', NOW)).toBe(true)
    expect(await byHand('b', NOW + MINUTE)).toBe(false)
    await renewRun(document, { by: 'a', now: NOW + 9 * MINUTE })
    expect(await byHand('b', NOW + 11 * MINUTE)).toBe(false)
    await finishRun(document, { by: 'a', now: NOW + 12 * MINUTE, ok: true })
    expect(await byHand('b', NOW + 12 * MINUTE)).toBe(true)
    // Run b was not renewed for ten minutes.
    expect(await byHand('c', NOW + 22 * MINUTE)).toBe(true)
  })
})

describe('lastSuccess', () => {
  it('returns the last success in seconds after failed and unfinished runs', async () => {
    const { take, finish, success } = replica()
    expect(await success()).toBe(0)
    await take(NOW)
    expect(await success()).toBe(0)
    await finish(NOW + MINUTE, true)
    expect(await success()).toBe((NOW + MINUTE) / 1_000)
    await take(NOW + 25 * 60 * MINUTE)
    await finish(NOW + 26 * 60 * MINUTE, false)
    await take(NOW + 27 * 60 * MINUTE)
    expect(await success()).toBe((NOW + MINUTE) / 1_000)
  })
})

describe('takeRun after an unsuccessful run', () => {
  it('repeats a failed run with exponential backoff', async () => {
    const { take, finish } = replica()
    await take(NOW)
    await finish(NOW + MINUTE, false)
    expect(await take(NOW + 10 * MINUTE)).toBe(false)
    expect(await take(NOW + 11 * MINUTE)).toBe(true)
    await finish(NOW + 12 * MINUTE, false)
    expect(await take(NOW + 31 * MINUTE)).toBe(false)
    expect(await take(NOW + 32 * MINUTE)).toBe(true)
    await finish(NOW + 33 * MINUTE, true)
    expect(await take(NOW + 600 * MINUTE)).toBe(false)
    expect(await take(NOW + (32 + 24 * 60) * MINUTE)).toBe(true)
  })

  it('repeats an unfinished run after ten minutes', async () => {
    const { take } = replica()
    expect(await take(NOW)).toBe(true)
    expect(await take(NOW + 9 * MINUTE)).toBe(false)
    expect(await take(NOW + 10 * MINUTE)).toBe(true)
  })

  it('acquires a run when the last one started in the future', async () => {
    const { take } = replica()
    await take(NOW + 100_000 * MINUTE)
    expect(await take(NOW)).toBe(true)
  })
})

describe('takeRun during a long run', () => {
  const pair = () => {
    const store = createEmbeddedStore(':memory:')
    return ['a', 'b'].map((by) => {
      const document = createDocument(store, DOCUMENTS.lastRun.ref, DOCUMENTS.lastRun.schema)
      return {
        document,
        take: (now: number) => takeRun(document, { by, now, intervalMs: 24 * 60 * MINUTE }),
        renew: (now: number) => renewRun(document, { by, now }),
        finish: (now: number) => finishRun(document, { by, now, ok: true }),
      }
    }) as [Replica, Replica]
  }
  interface Replica {
    document: StoredDocument<LastRun>
    take: (now: number) => Promise<boolean>
    renew: (now: number) => Promise<boolean>
    finish: (now: number) => Promise<void>
  }

  it('takes over a run only after its renewals stop', async () => {
    const [one, two] = pair()
    expect(await one.take(NOW)).toBe(true)
    for (let minute = 1; minute <= 30; minute++) {
      expect(await one.renew(NOW + minute * MINUTE)).toBe(true)
      expect(await two.take(NOW + (minute + 1) * MINUTE)).toBe(false)
    }
    expect(await two.take(NOW + 39 * MINUTE)).toBe(false)
    expect(await two.take(NOW + 40 * MINUTE)).toBe(true)
    expect(await one.renew(NOW + 40 * MINUTE)).toBe(false)
    await one.finish(NOW + 41 * MINUTE)
    expect((await two.document.read())?.value).toEqual({
      startedAt: NOW + 40 * MINUTE,
      by: 'b',
      failed: 1,
    })
  })

  it('does not take over a run when clocks differ by some minutes', async () => {
    const [one, two] = pair()
    await one.take(NOW)
    expect(await two.take(NOW - 9 * MINUTE)).toBe(false)
    expect(await two.take(NOW + 9 * MINUTE)).toBe(false)
  })
})

describe('startCollector', () => {
  let host: RunningHost
  beforeEach(async () => {
    host = await startHost({ seatCount: 40 })
  })
  afterEach(() => host.close())

  async function setUp() {
    const { documents } = await assistantService()
    const lines: string[] = []
    const lost = Promise.withResolvers<void>()
    const start = () =>
      startCollector({
        reports: gitHubFor(host, { requestTimeoutMs: 600_000 }).reports,
        billing: gitHubFor(host).billing,
        documents,
        userRetentionDays: undefined,
        windowDays: 6,
        everyMs: 24 * 60 * MINUTE,
        renewEveryMs: 5,
        now: () => NOW,
        logger: createLogger({
          service: 'assistant',
          level: 'info',
          destination: {
            write: (line) => {
              lines.push(line)
              if (line.includes('taken over')) lost.resolve()
            },
          },
        }),
      })
    return { documents, start, lost: lost.promise, lines }
  }

  it('renews the lease while it waits for the host, and stops on request', async () => {
    const { documents, start } = await setUp()
    const renewed = Promise.withResolvers<void>()
    host.disturb(/1-day/, async () => {
      while ((await documents.lastRun.read())?.value.renewedAt === undefined) await sleep(5)
      renewed.resolve()
    })
    const stop = start()
    await renewed.promise
    await stop()
    expect((await documents.lastRun.read())?.value).toMatchObject({ finishedAt: NOW, ok: false })
  })

  it('stores nothing after another replica has taken over', async () => {
    const { documents, start, lost } = await setUp()
    const other = { startedAt: NOW, by: 'another replica' }
    host.disturb(/organization-1-day.*11-13/, async () => {
      await documents.lastRun.change(() => ({ next: other, result: undefined }), {
        by: { actor: 'test', action: 'take over' },
      })
    })
    const stop = start()
    await lost
    await stop()
    expect(await documents.organisationHistory.read()).toBeUndefined()
    expect((await documents.lastRun.read())?.value).toEqual(other)
  })
})

describe('startSchedule', () => {
  it('continues after a failed run and aborts a run on stop', async () => {
    const due = [true, false, true]
    const errors: unknown[] = []
    let runs = 0
    const stopped = Promise.withResolvers<AbortSignal>()
    const stop = startSchedule({
      takeRun: async () => due.shift() ?? false,
      run: async (signal) => {
        runs++
        if (runs === 1) throw new Error('first')
        stopped.resolve(signal)
      },
      onError: (error) => errors.push(error),
      checkEveryMs: 5,
    })
    const signal = await stopped.promise
    await stop()
    expect(signal.aborted).toBe(true)
    expect(errors).toHaveLength(1)
    expect(runs).toBe(2)
  })

  it('stops waiting for a run that ignores its signal', async () => {
    const begun = Promise.withResolvers<void>()
    const stop = startSchedule({
      takeRun: async () => true,
      run: () => {
        begun.resolve()
        return new Promise(() => {})
      },
      onError: () => {},
      checkEveryMs: 5,
    })
    await begun.promise
    await stop()
  })
})
