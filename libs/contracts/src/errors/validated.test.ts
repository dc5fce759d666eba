import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { faultsOf } from './faults.ts'
import { safeValidate, validated } from './validated.ts'

const schema = z.object({
  pages: z.array(z.string().max(3)).min(1),
  title: z.string().max(3).optional(),
})
/** What no program can compare or print. */
const odd = { length: { toString: 1 } }

describe('safeValidate', () => {
  it('finds what the schema finds', () => {
    expect(safeValidate(schema, { pages: ['a'] })).toEqual({
      success: true,
      data: { pages: ['a'] },
    })
    expect(safeValidate(schema, { pages: [] }).success).toBe(false)
  })

  it('finds what is neither a list nor a text, whatever it says of its length', () => {
    const value = { pages: odd, title: [{ more: odd }, odd] }
    const { error } = safeValidate(schema, value)
    expect(faultsOf(error!, value).map(({ path, detail }) => [path, detail])).toEqual([
      [['pages'], 'must be an array'],
      [['title'], 'must be a string'],
    ])
    const inner = { pages: ['abc', odd] }
    expect(faultsOf(safeValidate(schema, inner).error!, inner)).toMatchObject([
      { path: ['pages', 1], detail: 'must be a string' },
    ])
  })

  it('lets what else a schema throws through', () => {
    const failing = z.unknown().refine(() => {
      throw new RangeError('no')
    })
    expect(() => safeValidate(failing, 1)).toThrow(RangeError)
  })
})

describe('validated', () => {
  it('is what the schema makes of the value', () => {
    const trimmed = z.object({ title: z.string().trim() })
    expect(validated(trimmed, { title: ' a ', more: 1 })).toEqual({ title: 'a' })
  })

  it('refuses with the text of the first fault, and tells all', () => {
    expect(() => validated(schema, { title: 'long' })).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        faults: [
          expect.objectContaining({ path: ['pages'], detail: 'is missing' }),
          expect.objectContaining({ path: ['title'], detail: 'has more than 3 characters' }),
        ],
      }),
    )
  })
})
