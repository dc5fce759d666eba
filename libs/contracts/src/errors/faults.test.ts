import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { faultsOf } from './faults.ts'

const detailsOf = (schema: z.ZodType, value: unknown) =>
  faultsOf(schema.safeParse(value).error!, value).map(({ path, detail }) => [
    path.join('/'),
    detail,
  ])

describe('faultsOf', () => {
  it('returns the requirement of each path', () => {
    const schema = z.strictObject({
      text: z.string().max(3),
      list: z.array(z.number()).min(1).max(2),
      flag: z.boolean(),
      kind: z.enum(['info', 'error']),
      complete: z.int(),
      small: z.int().min(1),
      large: z.number().max(200),
      short: z.string().min(2),
      pair: z.array(z.number()).min(2),
      single: z.array(z.number()).max(1),
      word: z.enum(['', 'radar']),
      nothing: z.never().optional(),
      positive: z.number().positive(),
      below: z.number().lt(5),
      own: z.string().refine(() => false, 'is not what it was'),
    })
    const bad = {
      text: 'long',
      list: [],
      flag: 1,
      kind: 'x',
      complete: 'y',
      small: 0,
      large: 201,
      short: 'x',
      pair: [1],
      single: [1, 2],
      word: 'x',
      nothing: 1,
      positive: 0,
      below: 5,
      own: 'z',
      more: 1,
    }
    expect(detailsOf(schema, bad)).toEqual([
      ['text', 'must have at most 3 characters'],
      ['list', 'must not be empty'],
      ['flag', 'must be true or false'],
      ['kind', 'must be info or error'],
      ['complete', 'must be a number'],
      ['small', 'must be at least 1'],
      ['large', 'must be at most 200'],
      ['short', 'must have at least 2 characters'],
      ['pair', 'must have at least 2 elements'],
      ['single', 'must have at most 1 element'],
      ['word', 'must be empty or radar'],
      ['nothing', 'must be absent'],
      ['positive', 'must be greater than 0'],
      ['below', 'must be less than 5'],
      ['own', 'is not what it was'],
      ['more', 'is not a recognised property'],
    ])
    expect(detailsOf(schema.shape.list, [1, 'x', 3])).toEqual([
      ['', 'must have at most 2 elements'],
    ])
  })

  it('returns the faults of the alternative that a discriminating member selects', () => {
    const way = z.union([
      z.object({ all: z.literal(true), items: z.record(z.string(), z.array(z.string())) }),
      z.object({ all: z.literal(false).optional(), name: z.string(), items: z.array(z.string()) }),
    ])
    expect(detailsOf(way, { items: ['a'] })).toEqual([['name', 'is missing']])
    expect(detailsOf(way, { all: true, items: ['a'] })).toEqual([['items', 'must be an object']])
    expect(detailsOf(way, { all: 'x', items: {} })).toEqual([['all', 'must be true']])
  })

  it('reports an absent value as missing, whatever its type', () => {
    const schema = z.object({
      text: z.string(),
      kind: z.enum(['info', 'error']),
      either: z.union([z.string(), z.array(z.string())]),
      inner: z.object({ flag: z.boolean() }),
      list: z.array(z.object({ id: z.string() })),
    })
    expect(detailsOf(schema, { inner: {}, list: [{ id: '' }, {}] })).toEqual([
      ['text', 'is missing'],
      ['kind', 'is missing'],
      ['either', 'is missing'],
      ['inner/flag', 'is missing'],
      ['list/1/id', 'is missing'],
    ])
    expect(detailsOf(schema, undefined)).toEqual([['', 'is missing']])
    expect(detailsOf(z.string(), null)).toEqual([['', 'must be a string']])
  })

  it('reports an array in place of a string once', () => {
    const text = z.string().min(1).max(2)
    for (const list of [[], [1, 2, 3]])
      expect(detailsOf(text, list)).toEqual([['', 'must be a string']])
    expect(detailsOf(z.object({ to: z.string().min(1) }), { to: [] })).toEqual([
      ['to', 'must be a string'],
    ])
  })

  it('returns the detail and the message of a custom check', () => {
    const multiple = z.number().refine((value) => value % 2 === 0, {
      message: 'Invalid number',
      params: { detail: 'must be a multiple of 2' },
    })
    expect(faultsOf(multiple.safeParse(3).error!, 3)).toEqual([
      { path: [], detail: 'must be a multiple of 2', text: 'Invalid number' },
    ])
  })

  it('returns the faults of the closest alternative, or of all', () => {
    const way = z.union([z.object({ a: z.object({ b: z.string() }) }), z.array(z.string())])
    expect(detailsOf(z.object({ at: way }), { at: { a: { b: 7 } } })).toEqual([
      ['at/a/b', 'must be a string'],
    ])
    expect(detailsOf(z.object({ at: z.union([z.string(), z.number()]) }), { at: [] })).toEqual([
      ['at', 'must be a string, or must be a number'],
    ])
  })

  it('contains the message of the schema, never the value', () => {
    const secret = z.object({ token: z.string().max(5, 'Invalid token'), n: z.literal(1) })
    const value = { token: 'a-secret-token', n: 'kim@acme' }
    const faults = faultsOf(secret.safeParse(value).error!, value)
    expect(JSON.stringify(faults)).not.toMatch(/a-secret|kim@/)
    expect(faults[0]).toMatchObject({ text: 'Invalid token' })
  })
})
