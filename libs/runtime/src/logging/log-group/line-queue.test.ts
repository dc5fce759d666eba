import { describe, expect, it } from '@jest/globals'
import { createLineQueue } from './line-queue.ts'

const event = (message: string, timestamp = 0) => ({ message, timestamp })
const texts = (events: readonly { message: string }[]) => events.map(({ message }) => message)

describe('createLineQueue', () => {
  it('returns lines in order of time', () => {
    const queue = createLineQueue(1_000)
    queue.push([event('b', 2), event('a', 1)])
    expect(texts(queue.take())).toEqual(['a', 'b'])
    expect(queue.take()).toEqual([])
  })

  it('drops and counts the oldest lines when it is full', () => {
    const queue = createLineQueue(2 * (26 + 1))
    queue.push([event('a'), event('b'), event('c'), event('d')])
    expect(queue.takeDropped()).toBe(2)
    expect(queue.takeDropped()).toBe(0)
    expect(texts(queue.take())).toEqual(['c', 'd'])
  })

  it('returns at most the lines of one request', () => {
    const queue = createLineQueue(100_000_000)
    queue.push(Array.from({ length: 25_000 }, (_, n) => event(String(n), n)))
    expect([queue.take().length, queue.take().length, queue.take().length]).toEqual([
      10_000, 10_000, 5_000,
    ])
    queue.push(Array.from({ length: 5 }, () => event('x'.repeat(240_000))))
    expect([queue.take().length, queue.take().length]).toEqual([4, 1])
  })

  it('cuts a line that exceeds the limit of the service', () => {
    const queue = createLineQueue(10_000_000)
    queue.push([event('ä'.repeat(600_000))])
    const [line] = queue.take()
    expect(Buffer.byteLength(line!.message)).toBeLessThan(262_144)
    expect(line!.message).toMatch(/ \[cut\]$/)
  })
})
