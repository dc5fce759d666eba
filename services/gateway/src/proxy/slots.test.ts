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
  it('turns away what is more than may be under way, with a time to come back', () => {
    const { take, events } = slotsFor(1)
    const slot = take()
    expect(take).toThrow(busy)
    slot.free()
    take()
    expect(events).toEqual(['taken', 'turned-away', 'freed', 'taken'])
  })

  it('gives up the reader that has kept the service waiting for longest', () => {
    const { take, events } = slotsFor(3)
    const given: number[] = []
    for (const reader of [1, 2, 3]) take().stall(() => given.push(reader))
    take()
    take()
    expect(given).toEqual([1, 2])
    expect(events.filter((event) => event === 'reader-given-up')).toHaveLength(2)
  })

  it('gives up nobody who reads, or whose service works', () => {
    const { take } = slotsFor(2)
    take()
    const slot = take()
    slot.stall(() => {
      throw new Error('given up')
    })
    slot.resume()
    expect(take).toThrow(busy)
  })

  it('leaves a reader a moment', () => {
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

  it('gives up no reader whose place is free already', () => {
    const { take, events } = slotsFor(1)
    const slot = take()
    slot.stall(() => {})
    slot.free()
    take()
    expect(take).toThrow(busy)
    expect(events).not.toContain('reader-given-up')
  })
})
