import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import {
  describeHeaders,
  problemHeadersOf,
  replyHeadersOf,
  type ResponseHeader,
} from './response-headers.ts'
import { route } from './route.ts'

const read = route({
  method: 'get',
  path: '/api/things',
  summary: 'Things',
  access: 'authenticated',
  conditional: 'read',
  compressed: true,
  codes: ['unavailable'],
  reply: z.null(),
  handle: () => null,
})

/** Header names, required and optional. */
function namesOf(headers: Record<string, ResponseHeader>) {
  const { always = [], sometimes = [] } = Object.groupBy(Object.keys(headers), (name) =>
    headers[name]?.required ? 'always' : 'sometimes',
  )
  return { always, sometimes }
}

describe('describeHeaders', () => {
  it.each([
    ['age', '7', 'soon'],
    ['allow', 'GET, PUT', 'get'],
    ['cache-control', 'private, no-cache', 'max-age=1'],
    ['content-encoding', 'br', 'zstd'],
    ['etag', '"a"', 'a'],
    ['link', '</api/seats>; rel="next"', '/api/seats'],
    ['retry-after', '5', 'soon'],
    ['www-authenticate', 'Bearer', 'Basic'],
  ])('describes a pattern of %s that accepts %s but not %s', (name, valid, invalid) => {
    const pattern = new RegExp(describeHeaders({ [name]: 'x' })[name]?.schema.pattern ?? '')
    expect([pattern.test(valid), pattern.test(invalid)]).toEqual([true, false])
  })

  it('accepts any string for other headers', () => {
    const header = { description: 'Target.', schema: { type: 'string' } }
    expect(describeHeaders({ location: 'Target.' })).toStrictEqual({ location: header })
  })
})

describe('problemHeadersOf', () => {
  it.each([
    [401, ['cache-control', 'www-authenticate'], []],
    [405, ['cache-control', 'allow'], []],
    [409, ['cache-control'], []],
    [415, ['cache-control'], ['accept-encoding']],
    [429, ['cache-control', 'retry-after'], []],
    [500, ['cache-control'], ['retry-after']],
    [502, ['cache-control'], ['retry-after']],
    [503, ['cache-control'], ['retry-after']],
    ['default' as const, ['cache-control'], ['retry-after']],
  ])('requires for status %s the headers %j, and allows %j', (status, always, sometimes) => {
    const headers = problemHeadersOf(status)
    expect(namesOf(headers)).toEqual({ always, sometimes })
    for (const { description } of Object.values(headers)) expect(description).not.toBe('')
  })

  it('allows the headers of a success when the route declares a body for the status', () => {
    const headers = problemHeadersOf(503, read)
    const { always, sometimes } = namesOf(headers)
    expect(always).toEqual(['cache-control'])
    expect(sometimes.toSorted()).toEqual([
      'age',
      'content-encoding',
      'etag',
      'retry-after',
      'warning',
    ])
    expect(headers['etag']).toMatchObject({
      description: expect.stringMatching(/./),
      schema: { type: 'string' },
    })
  })
})

it.each(['read', 'edit'] as const)(
  'replyHeadersOf describes every header of a conditional %s',
  (conditional) => {
    for (const { description } of Object.values(replyHeadersOf({ ...read, conditional })))
      expect(description).not.toBe('')
  },
)
