import { describe, expect, it } from '@jest/globals'
import { renameInList } from './rename-in-list.ts'

const rename = (list: unknown) => renameInList(list, 'JS', 'JavaScript')

describe('renameInList', () => {
  it.each([
    ['every occurrence', ['JS', 'Go', 'JS'], ['JavaScript', 'Go']],
    ['into a name that comes later', ['JS', 'Go', 'JavaScript'], ['JavaScript', 'Go']],
    ['into a name that came before', ['JavaScript', 'Go', 'JS'], ['JavaScript', 'Go']],
    [
      'and keeps what is no name',
      [null, 'JS', { a: 1 }, null],
      [null, 'JavaScript', { a: 1 }, null],
    ],
  ])('renames %s', (_name, list, expected) => {
    expect(rename(list)).toEqual(expected)
  })

  it.each([[['Go', 'Go']], [['js', 'JS ']], ['JS'], [null], [{ 0: 'JS' }], [[]]])(
    'leaves %j alone',
    (list) => {
      expect(rename(list)).toBe(list)
    },
  )
})
