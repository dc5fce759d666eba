import { describe, expect, it } from '@jest/globals'
import { parseJson } from './json.ts'

describe('parseJson', () => {
  it('passes over a byte order mark at the beginning, and keeps it elsewhere', () => {
    expect(parseJson(Buffer.from('\uFEFF{"a":"é"}'))).toEqual({ a: 'é' })
    expect(parseJson(Buffer.from('{"a":"\uFEFF"}'))).toEqual({ a: '\uFEFF' })
  })

  it('refuses what is no JSON', () => {
    expect(() => parseJson(Buffer.from('{'))).toThrow(SyntaxError)
  })
})
