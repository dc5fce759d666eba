import { describe, expect, it } from '@jest/globals'
import { replaceList } from './technology-lists.ts'

describe('replaceList', () => {
  it('replaces one list and keeps the order of categories', () => {
    const lists = { a: ['1'], b: ['2'], c: [] }
    const replaced = replaceList(lists, 'b', ['3', '3'])
    expect(JSON.stringify(replaced)).toBe('{"a":["1"],"b":["3","3"],"c":[]}')
    expect(lists.b).toEqual(['2'])
  })

  it.each(['x', 'toString', '__proto__', 'constructor'])(
    'rejects the unknown category %s',
    (category) => {
      expect(() => replaceList({ a: [] }, category, [])).toThrow(
        expect.objectContaining({ code: 'invalid-input' }),
      )
    },
  )
})
