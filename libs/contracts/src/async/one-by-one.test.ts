import { describe, expect, it } from '@jest/globals'
import { oneByOne } from './one-by-one.ts'

/** Work that ends when it is told to. */
function scene() {
  const inOrder = oneByOne()
  const begun: string[] = []
  const ask = (key: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const answer = inOrder(key, () => {
      begun.push(name)
      return promise
    })
    return { answer, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { ask, begun }
}

/** Everything that is due has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('oneByOne', () => {
  it('begins what is asked for under one key when that before it has ended', async () => {
    const { ask, begun } = scene()
    const [first, second, third] = [
      ask('list', 'first'),
      ask('list', 'second'),
      ask('list', 'third'),
    ]
    second.end()
    await settled()
    expect(begun).toEqual(['first'])
    first.end()
    expect(await second.answer).toBe('second')
    await settled()
    expect(begun).toEqual(['first', 'second', 'third'])
    third.end()
    expect(await Promise.all([first.answer, third.answer])).toEqual(['first', 'third'])
  })

  it('lets other keys not wait', async () => {
    const { ask, begun } = scene()
    ask('list', 'first')
    ask('other list', 'other')
    await settled()
    expect(begun).toEqual(['first', 'other'])
  })

  it('goes on after what failed, which only its caller is told', async () => {
    const { ask } = scene()
    const [first, second] = [ask('list', 'first'), ask('list', 'second')]
    first.fail()
    second.end()
    await expect(first.answer).rejects.toThrow('first')
    expect(await second.answer).toBe('second')
  })
})
