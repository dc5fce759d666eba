import { describe, expect, it } from '@jest/globals'
import { pairUp } from './pair-up.ts'

describe('pairUp', () => {
  it.each<[string, unknown[], unknown[], number[]]>([
    ['equal elements at any index', ['b', 'a'], ['a', 'b'], [1, 0]],
    ['each equal element once', ['a', 'a', 'a'], ['a', 'a'], [0, 1, -1]],
    [
      'elements with the same id',
      [{ id: 'a', n: 2 }, { id: 'c' }],
      [{ id: 'b' }, { id: 'a' }],
      [1, -1],
    ],
    [
      'the equal element first among those with the same id',
      [{ id: 'a', n: 3 }, { id: 'a' }],
      [{ id: 'a' }, { id: 'a', n: 2 }],
      [1, 0],
    ],
    [
      'elements with the same title and no id',
      [{ title: 'B', id: '' }, { title: 'A', n: 2 }, { title: 'C' }, { title: 'D' }],
      [{ title: 'A', id: 7 }, { title: 'B' }, { title: 'D', id: 'd' }],
      [1, 0, -1, -1],
    ],
    [
      'elements at the same index when none has an id or title',
      [{ n: 2 }, 'a', 7],
      ['b', 'a'],
      [0, 1, -1],
    ],
    ['no elements by index when one has an id', [{ n: 2 }, { id: 'a' }], [{ n: 1 }, 'x'], [-1, -1]],
  ])('finds %s', (_case, sent, stored, pairs) => {
    expect(pairUp(sent, stored)).toEqual(pairs)
  })
})
