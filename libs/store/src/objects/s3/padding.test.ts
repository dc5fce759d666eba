import { describe, expect, it } from '@jest/globals'
import { pad, unpad } from './padding.ts'

const body = Buffer.from('{"a":[1, 2]}\n')

describe('pad', () => {
  it('returns different bytes for the same body, with the same JSON value', () => {
    const texts = new Set(Array.from({ length: 100 }, () => pad(body).stored.toString()))
    expect(texts.size).toBe(100)
    for (const text of texts) expect(JSON.parse(text)).toEqual({ a: [1, 2] })
  })
})

describe('unpad', () => {
  it('returns the original bytes', () => {
    const { stored, length } = pad(body)
    expect(unpad(stored, length).equals(body)).toBe(true)
    expect(unpad(Buffer.from(' \t'), 2)).toHaveLength(0)
  })

  it.each([
    ['there is no padding', body, NaN],
    ['the padding has no length', body, 0],
    ['only a part of the padding is left', Buffer.from('[1] \t'), 3],
    ['another program replaced the body and kept the metadata', Buffer.from('[1]'.repeat(50)), 64],
    ['the body is shorter than the padding', Buffer.from('[]'), 64],
  ])('returns the bytes unchanged when %s', (_when, stored, length) => {
    expect(unpad(stored, length)).toBe(stored)
  })
})
