import { describe, expect, it } from '@jest/globals'
import { pathAt } from './json-place.ts'

describe('pathAt', () => {
  it.each<[text: string, path: PropertyKey[]]>([
    ['7', []],
    ['[7]', [0]],
    ['[1, [], {"a": 2}, 7]', [3]],
    ['{"a": 1, "b": {"c": [1, 7]}}', ['b', 'c', 1]],
    ['{"a": [1, 2], "b": "x,y:[{", "c": 7}', ['c']],
    ['{"a/\\u0062 \\"c\\"": 7}', ['a/b "c"']],
    ['{"not \\x text": 7}', ['not \\x text']],
    ['{"a": 1 "b": 7', ['b']],
    [',:7', []],
    ['{7', ['']],
    ['{"a": 1, 7', ['']],
  ])('names the place of the 7 in %s', (text, path) => {
    expect(pathAt(Buffer.from(text), text.indexOf('7'))).toEqual(path)
  })

  it('does not look into the value itself', () => {
    expect(pathAt(Buffer.from('[1, {"a": 2}]'), 4)).toEqual([1])
  })
})
