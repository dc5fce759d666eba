import { describe, expect, it, jest } from '@jest/globals'
import { createSlots } from './slots.ts'

const busy = expect.objectContaining({
  code: 'unavailable',
  message: 'The data service is busy',
  retryAfter: 1,
})

function slotsFor(max: number, stalledMs = 0) {
  const events: string[] = []
  const slots = createSlots({
    service: 'data',
    max,
    stalledMs,
    observe: (event) => void events.push(event),
  })
  return { take: () => slots.take(), events }
}

describe('createSlots', () => {
  it('rejects requests above the maximum with a retry time', () => {
    const { take, events } = slotsFor(1)
    const slot = take()
    expect(take).toThrow(busy)
    slot.free()
    take()
    expect(events).toEqual(['taken', 'turned-away', 'freed', 'taken'])
  })

  it('disconnects the reader that stalled first', () => {
    const { take, events } = slotsFor(3)
    const disconnected: number[] = []
    for (const reader of [1, 2, 3]) take().stall(() => disconnected.push(reader))
    take()
    take()
    expect(disconnected).toEqual([1, 2])
    expect(events.filter((event) => event === 'reader-given-up')).toHaveLength(2)
  })

  it('keeps readers that do not stall', () => {
    const { take } = slotsFor(2)
    take()
    const slot = take()
    slot.stall(() => {
      throw new Error('disconnected')
    })
    slot.resume()
    expect(take).toThrow(busy)
  })

  it('keeps a reader that stalled a moment ago', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(5_000)
    const { take, events } = slotsFor(1, 1_000)
    take().stall(() => {})
    clock.mockReturnValue(5_999)
    expect(take).toThrow(busy)
    clock.mockReturnValue(6_000)
    take()
    clock.mockRestore()
    expect(events).toEqual(['taken', 'turned-away', 'reader-given-up', 'taken'])
  })

  it('does not disconnect a reader whose slot is free', () => {
    const { take, events } = slotsFor(1)
    const slot = take()
    slot.stall(() => {})
    slot.free()
    take()
    expect(take).toThrow(busy)
    expect(events).not.toContain('reader-given-up')
  })
})
