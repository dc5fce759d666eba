import { describe, expect, it } from '@jest/globals'
import { findUnsafeJson } from './unsafe-json.ts'

const places = (text: string) =>
  findUnsafeJson(JSON.parse(text)).map(({ path, text }) => [path.join('/'), text])

describe('findUnsafeJson', () => {
  it('finds nothing in safe JSON', () => {
    expect(places('{"a":[{"b":"🌊"},null,7],"proto":{}}')).toEqual([])
    expect(places('['.repeat(64) + ']'.repeat(64))).toEqual([])
  })

  it('finds prototype names, invalid Unicode and excessive nesting', () => {
    const text = '{"__proto__":1,"a":[{"constructor":{"prototype":1}},"\\ud800"],"\\udc00":{"b":1}}'
    expect(places(text)).toEqual([
      ['__proto__', 'Key not allowed'],
      ['a/0/constructor', 'Key not allowed'],
      ['a/1', 'Text is not valid Unicode'],
      ['\udc00', 'Text is not valid Unicode'],
    ])
    expect(places('['.repeat(66) + ']'.repeat(66))).toEqual([
      [Array(64).fill(0).join('/'), 'JSON is nested too deeply'],
    ])
  })
})
