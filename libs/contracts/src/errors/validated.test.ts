import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { faultsOf } from './faults.ts'
import { safeValidate, validated } from './validated.ts'

const schema = z.object({
  pages: z.array(z.string().max(3)).min(1),
  title: z.string().max(3).optional(),
})
/** A value that cannot be compared or printed. */
const malformed = { length: { toString: 1 } }

describe('safeValidate', () => {
  it('returns the result of the schema', () => {
    expect(safeValidate(schema, { pages: ['a'] })).toEqual({
      success: true,
      data: { pages: ['a'] },
    })
    expect(safeValidate(schema, { pages: [] }).success).toBe(false)
  })

  it('accepts an object with any value as its length', () => {
    const value = { pages: malformed, title: [{ more: malformed }, malformed] }
    const { error } = safeValidate(schema, value)
    expect(faultsOf(error!, value).map(({ path, detail }) => [path, detail])).toEqual([
      [['pages'], 'must be an array'],
      [['title'], 'must be a string'],
    ])
    const inner = { pages: ['abc', malformed] }
    expect(faultsOf(safeValidate(schema, inner).error!, inner)).toMatchObject([
      { path: ['pages', 1], detail: 'must be a string' },
    ])
  })

  it('rethrows other errors of the schema', () => {
    const failing = z.unknown().refine(() => {
      throw new RangeError('no')
    })
    expect(() => safeValidate(failing, 1)).toThrow(RangeError)
  })
})

describe('validated', () => {
  it('returns the output of the schema', () => {
    const trimmed = z.object({ title: z.string().trim() })
    expect(validated(trimmed, { title: ' a ', more: 1 })).toEqual({ title: 'a' })
  })

  it('names the member and its values in place of a message of zod', () => {
    const schema = z.object({ used: z.enum(['true', 'false']) })
    expect(() => validated(schema, { used: 'x' })).toThrow('used must be true or false')
  })

  it('throws the message of the first fault, with all faults', () => {
    expect(() => validated(schema, { title: 'long' })).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        faults: [
          expect.objectContaining({ path: ['pages'], detail: 'is missing' }),
          expect.objectContaining({ path: ['title'], detail: 'must have at most 3 characters' }),
        ],
      }),
    )
  })
})
