import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createLogger } from '../logging/create-logger.ts'
import { startExpiringHistory } from './expire-history.ts'

const DAY = 24 * 60 * 60 * 1_000
const NOW = Date.parse('2026-11-21T10:00:00Z')
const ref = { bucket: 'main', key: 'messages.json' } as const

let lines: { msg: string; document: string; records?: number }[]
const logger = () => {
  lines = []
  return createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['setImmediate'] })
})
afterEach(() => {
  jest.useRealTimers()
})

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('startExpiringHistory', () => {
  it('deletes expired history at the start and daily, and logs the number', async () => {
    const limits: number[] = []
    const forget = (before: number) => Promise.resolve(limits.push(before))
    const stop = startExpiringHistory([{ ref, forget }], {
      days: 30,
      logger: logger(),
      clock: Date.now,
    })
    await settle()
    jest.advanceTimersByTime(DAY)
    await settle()
    expect(limits).toEqual([NOW - 30 * DAY, NOW - 29 * DAY])
    expect(lines).toMatchObject([
      { msg: 'deleted expired history', document: 'main/messages.json', records: 1 },
      { records: 2 },
    ])
    await stop()
    jest.advanceTimersByTime(3 * DAY)
    await settle()
    expect(limits).toHaveLength(2)
  })

  it('deletes nothing on a day on which the preparation fails', async () => {
    let times = 0
    const forget = () => Promise.resolve(++times)
    const prepare = () => (times++ === 0 ? Promise.reject(new Error('down')) : Promise.resolve())
    const stop = startExpiringHistory([{ ref, forget }], {
      days: 1,
      logger: logger(),
      clock: Date.now,
      prepare,
    })
    await settle()
    expect(times).toBe(1)
    jest.advanceTimersByTime(DAY)
    await settle()
    expect(times).toBe(3)
    await stop()
  })

  it('continues with other documents and the next day when one fails', async () => {
    let times = 0
    const failing = () => Promise.reject(new Error('down'))
    const forget = () => {
      times++
      return Promise.resolve(0)
    }
    const documents = [
      { ref, forget: failing },
      { ref, forget },
    ]
    const stop = startExpiringHistory(documents, { days: 1, logger: logger(), clock: Date.now })
    await settle()
    jest.advanceTimersByTime(DAY)
    await settle()
    expect(times).toBe(2)
    expect(lines.map(({ msg }) => msg)).toEqual(Array(2).fill('cannot delete expired history'))
    await stop()
  })
})
