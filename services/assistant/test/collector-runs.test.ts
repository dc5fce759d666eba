import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { lastSuccess, nextRunAt } from '../src/collector/last-run.ts'
import { repeat, run, type RunDeps } from '../src/collector/run.ts'
import { HostFailure } from '../src/host/failure.ts'
import { assistantService } from './assistant-service.ts'
import { gitHubFor, REPORT_TIME, startHost, type RunningHost } from './host.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = REPORT_TIME

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

async function setUp() {
  const { documents } = await assistantService()
  const lines: string[] = []
  const add = (_facts: unknown, text: string) => void lines.push(text)
  const stop = new AbortController()
  let time = NOW
  const deps: RunDeps = {
    ...gitHubFor(host, { requestTimeoutMs: 600_000 }),
    documents,
    windowDays: 4,
    now: () => time,
    logger: { info: add, warn: add, error: add } as never,
    signal: stop.signal,
  }
  const last = async () => (await documents.lastRun.read())?.value
  return { deps, last, lines, stop, pass: (ms: number) => (time += ms) }
}

describe('run', () => {
  it('stores its result, and the last success after a failed run', async () => {
    const { deps, last, pass } = await setUp()
    expect(await lastSuccess(deps.documents.lastRun)).toBe(0)
    expect(await run(deps)).toBe(true)
    const first = { startedAt: NOW, finishedAt: NOW, by: 'collector', ok: true, succeededAt: NOW }
    expect(await last()).toEqual(first)
    pass(DAY)
    host.disturb(/1-day/, (_req, res) => void res.status(500).json({}))
    expect(await run(deps)).toBe(false)
    const second = { startedAt: NOW + DAY, finishedAt: NOW + DAY, ok: false, succeededAt: NOW }
    expect(await last()).toMatchObject(second)
    expect(await lastSuccess(deps.documents.lastRun)).toBe(NOW / 1_000)
  })

  it('keeps why bills are missing until a run has requested them again', async () => {
    const { deps, last, stop } = await setUp()
    const forbidden = new HostFailure('rejected', 'GET /usage returned 403', { status: 403 })
    await run({ ...deps, billing: { itemsOf: () => Promise.reject(forbidden) } })
    expect(await last()).toMatchObject({ ok: true, spendFault: 'forbidden' })
    stop.abort()
    await run(deps)
    expect(await last()).toMatchObject({ ok: false, spendFault: 'forbidden' })
    await run({ ...deps, signal: new AbortController().signal })
    expect(await last()).not.toHaveProperty('spendFault')
  })

  it('stops when aborted while it waits for the host', async () => {
    const { deps, last, stop } = await setUp()
    host.disturb(/1-day/, () => stop.abort())
    expect(await run(deps)).toBe(false)
    expect(await last()).toMatchObject({ ok: false })
  })

  it('stores the same in two runs at once as in one', async () => {
    const [one, two] = [await setUp(), await setUp()]
    await run(one.deps)
    expect(await Promise.all([run(two.deps), run(two.deps)])).toEqual([true, true])
    const stored = async ({ documents }: RunDeps) => [
      (await documents.organisationHistory.read())?.value,
      (await documents.teamsHistory.read())?.value,
      (await documents.settledDays.read())?.value,
      (await documents.repositoryUsage.of('2026-11').read())?.value,
    ]
    expect(await stored(two.deps)).toEqual(await stored(one.deps))
  })
})

describe('nextRunAt', () => {
  const last = { by: 'collector', startedAt: NOW, finishedAt: NOW + MINUTE, ok: true }

  it('returns an interval after the start of a successful run', () => {
    expect(nextRunAt(last, DAY, NOW + 2 * MINUTE)).toBe(NOW + DAY)
  })

  it('returns ten minutes after the end of a failed run', () => {
    expect(nextRunAt({ ...last, ok: false }, DAY, NOW + 2 * MINUTE)).toBe(NOW + 11 * MINUTE)
  })

  it('returns the present time without a run, and after one in the future', () => {
    expect(nextRunAt(undefined, DAY, NOW)).toBe(NOW)
    expect(nextRunAt(last, DAY, NOW - MINUTE)).toBe(NOW - MINUTE)
  })
})

describe('repeat', () => {
  it('runs at the interval, after ten minutes when a run fails, and until it is aborted', async () => {
    const { deps, lines, stop, pass } = await setUp()
    const waits: number[] = []
    let runs = 0
    const wait = async (ms: number) => {
      waits.push(ms)
      pass(ms)
      runs++
      if (runs === 2) host.disturb(/1-day/, (_req, res) => void res.status(500).json({}))
      if (runs === 4) stop.abort()
    }
    await repeat({ ...deps, everyMs: DAY, wait })
    expect(waits).toEqual([0, DAY, 10 * MINUTE, 10 * MINUTE])
    expect(lines).toContain('cannot load a report')
  })

  it('waits for the rest of the interval when it starts again', async () => {
    const { deps, stop, pass } = await setUp()
    await run(deps)
    pass(60 * MINUTE)
    const waits: number[] = []
    const wait = async (ms: number) => {
      waits.push(ms)
      stop.abort()
    }
    await repeat({ ...deps, everyMs: DAY, wait })
    expect(waits).toEqual([DAY - 60 * MINUTE])
  })

  it('logs a run that throws and continues', async () => {
    const { deps, lines, stop } = await setUp()
    const now = deps.now
    const waits: number[] = []
    const wait = async (ms: number) => {
      waits.push(ms)
      if (waits.length === 2) stop.abort()
    }
    const broken = { ...deps.documents.settledDays, read: () => Promise.reject(new Error('down')) }
    const documents = { ...deps.documents, settledDays: broken }
    await repeat({ ...deps, now, documents, everyMs: DAY, wait })
    expect(lines).toContain('cannot collect usage')
    expect(waits).toEqual([0, 10 * MINUTE])
  })
})
