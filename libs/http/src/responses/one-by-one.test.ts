import { describe, expect, it } from '@jest/globals'
import { oneByOne } from './one-by-one.ts'

/** Work that the test ends. */
function scene() {
  const inOrder = oneByOne()
  const begun: string[] = []
  const start = (key: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const result = inOrder(key, () => {
      begun.push(name)
      return promise
    })
    return { result, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { start, begun }
}

/** Lets pending work begin. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('oneByOne', () => {
  it('begins work of a key when the previous work has ended', async () => {
    const { start, begun } = scene()
    const [first, second, third] = [
      start('list', 'first'),
      start('list', 'second'),
      start('list', 'third'),
    ]
    second.end()
    await settled()
    expect(begun).toEqual(['first'])
    first.end()
    expect(await second.result).toBe('second')
    await settled()
    expect(begun).toEqual(['first', 'second', 'third'])
    third.end()
    expect(await Promise.all([first.result, third.result])).toEqual(['first', 'third'])
  })

  it('begins work of other keys at once', async () => {
    const { start, begun } = scene()
    start('list', 'first')
    start('other list', 'other')
    await settled()
    expect(begun).toEqual(['first', 'other'])
  })

  it('continues after a failure, which rejects only its caller', async () => {
    const { start } = scene()
    const [first, second] = [start('list', 'first'), start('list', 'second')]
    first.fail()
    second.end()
    await expect(first.result).rejects.toThrow('first')
    expect(await second.result).toBe('second')
  })
})
