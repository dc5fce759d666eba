import { describe, expect, it } from '@jest/globals'
import { pairUp } from './pair-up.ts'

describe('pairUp', () => {
  it.each<[string, unknown[], unknown[], number[]]>([
    ['equal ones, wherever they stand', ['b', 'a'], ['a', 'b'], [1, 0]],
    ['equal ones, each once', ['a', 'a', 'a'], ['a', 'a'], [0, 1, -1]],
    ['those of one id', [{ id: 'a', n: 2 }, { id: 'c' }], [{ id: 'b' }, { id: 'a' }], [1, -1]],
    [
      'of one id the equal one first',
      [{ id: 'a', n: 3 }, { id: 'a' }],
      [{ id: 'a' }, { id: 'a', n: 2 }],
      [1, 0],
    ],
    [
      'those of one title where they have no id',
      [{ title: 'B', id: '' }, { title: 'A', n: 2 }, { title: 'C' }, { title: 'D' }],
      [{ title: 'A', id: 7 }, { title: 'B' }, { title: 'D', id: 'd' }],
      [1, 0, -1, -1],
    ],
    ['by place where nothing has an id or a title', [{ n: 2 }, 'a', 7], ['b', 'a'], [0, 1, -1]],
    ['not by place where something has an id', [{ n: 2 }, { id: 'a' }], [{ n: 1 }, 'x'], [-1, -1]],
  ])('finds %s', (_what, sent, stored, pairs) => {
    expect(pairUp(sent, stored)).toEqual(pairs)
  })
})
