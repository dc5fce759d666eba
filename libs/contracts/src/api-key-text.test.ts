import { describe, expect, it } from '@jest/globals'
import { createKeyText, readKeyText } from './api-key-text.ts'

describe('readKeyText', () => {
  it('returns the id and the hash of a new key', () => {
    const { text, id, hash } = createKeyText()
    expect(text).toMatch(/^lsk_[\da-f]{12}_[\da-f]{64}_[\da-f]{8}$/)
    expect(readKeyText(text)).toEqual({ id, hash })
    expect(hash).toMatch(/^[\da-f]{64}$/)
  })

  it('computes the checksum that scanners compute', () => {
    const begin = `lsk_0123456789ab_${'0'.repeat(64)}_`
    expect(readKeyText(`${begin}ab19727e`)).toMatchObject({ id: '0123456789ab' })
    expect(readKeyText(`${begin}ab19727f`)).toBeUndefined()
  })

  it('rejects every key with one changed or missing character', () => {
    const { text } = createKeyText()
    for (let i = 0; i < text.length; i++) {
      const other = text[i] === 'a' ? 'b' : 'a'
      expect(readKeyText(text.slice(0, i) + other + text.slice(i + 1))).toBeUndefined()
      expect(readKeyText(text.slice(0, i) + text.slice(i + 1))).toBeUndefined()
    }
  })

  it.each(['', 'lsk_', 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'])('rejects %j', (text) => {
    expect(readKeyText(text)).toBeUndefined()
  })

  it('rejects a key with characters before or after it', () => {
    const { text } = createKeyText()
    for (const other of [` ${text}`, `${text}\n`, `${text}0`, text.toUpperCase()])
      expect(readKeyText(other)).toBeUndefined()
  })
})
