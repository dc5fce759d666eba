import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createLogger } from '../logging/create-logger.ts'
import { startForgetting } from './forget-history.ts'

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

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('startForgetting', () => {
  it('forgets what is older at the start and every day, and says how much', async () => {
    const asked: number[] = []
    const forget = (before: number) => Promise.resolve(asked.push(before))
    const stop = startForgetting([{ ref, forget }], { days: 30, logger: logger() })
    await turn()
    jest.advanceTimersByTime(DAY)
    await turn()
    expect(asked).toEqual([NOW - 30 * DAY, NOW - 29 * DAY])
    expect(lines).toMatchObject([
      { msg: 'old history forgotten', document: 'main/messages.json', records: 1 },
      { records: 2 },
    ])
    await stop()
    jest.advanceTimersByTime(3 * DAY)
    await turn()
    expect(asked).toHaveLength(2)
  })

  it('goes on with the other documents, and the next day, when one fails', async () => {
    let times = 0
    const failing = () => Promise.reject(new Error('away'))
    const forget = () => {
      times++
      return Promise.resolve(0)
    }
    const documents = [
      { ref, forget: failing },
      { ref, forget },
    ]
    const stop = startForgetting(documents, { days: 1, logger: logger() })
    await turn()
    jest.advanceTimersByTime(DAY)
    await turn()
    expect(times).toBe(2)
    expect(lines.map(({ msg }) => msg)).toEqual(Array(2).fill('old history could not be forgotten'))
    await stop()
  })
})
