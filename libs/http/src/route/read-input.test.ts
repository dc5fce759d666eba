import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { z } from 'zod'
import { appOf, routeAt } from '../../test/app-of.ts'
import { BODY_BYTES, type Route } from './route.ts'

describe('the input of a handler', () => {
  it('contains only the declared headers', async () => {
    const echo = routeAt('/api/a', {
      headers: { 'x-wish': { description: 'Wish.', example: 'tea' } },
      cookies: { session: { description: 'Session.', example: '1' } },
      handle: ({ headers }) => headers,
    })
    const { body } = await request(appOf([echo]))
      .get('/api/a')
      .set({ 'x-wish': 'tea', 'x-other': '1', cookie: 'session=1' })
    expect(body).toEqual({ 'x-wish': 'tea', cookie: 'session=1' })
  })

  const echo = (more: Partial<Route>) =>
    appOf([
      routeAt('/api/a/:name', {
        method: 'post',
        handle: ({ params, query, body }) => [params ?? null, query ?? null, body ?? null],
        ...more,
      }),
    ])
  const post = (app: ReturnType<typeof echo>) => request(app).post('/api/a/Kim?b=1')

  it.each<[Partial<Route>, string[]]>([
    [{}, []],
    [{ conditional: 'read' }, ['if-none-match']],
    [{ conditional: 'edit' }, ['if-match']],
    [{ compressed: true }, ['accept-encoding', 'cache-control']],
  ])('contains the headers that %j implies', async (more, names) => {
    const echoHeaders = routeAt('/api/a', { handle: ({ headers }) => headers, ...more })
    const all = ['if-match', 'if-none-match', 'accept-encoding', 'cache-control']
    const sent = Object.fromEntries(all.map((name) => [name, '"1"']))
    const { body } = await request(appOf([echoHeaders]))
      .get('/api/a')
      .set(sent)
    expect(Object.keys(body).toSorted()).toEqual(names.toSorted())
  })

  it.each<[Route['method'], number]>([
    ['get', 2],
    ['post', 4],
  ])('contains the query of each %s; that of reads is parsed once', async (method, readings) => {
    let read = 0
    const names = z.string().transform((text) => {
      read++
      return text.split(',')
    })
    const handle: Route['handle'] = ({ query }) => [
      query,
      Object.values(query).every(Object.isFrozen),
    ]
    const app = appOf([routeAt('/api/a', { method, query: z.object({ names }), handle })])
    for (const sent of ['a,b', 'c', 'a,b', 'a,b']) {
      const { body } = await request(app)[method](`/api/a?names=${sent}`)
      expect(body).toEqual([{ names: sent.split(',') }, method === 'get'])
    }
    expect(read).toBe(readings)
  })

  it('has only known parameters of a route with a strict query', async () => {
    const names = { ring: z.string().optional(), programme: z.string().optional() }
    const query = z.object(names).refine(() => true)
    const read = (path: string, more: Partial<Route>) =>
      request(
        appOf([routeAt('/api/a', { handle: ({ query: read }) => [read ?? null], ...more })]),
      ).get(path)
    const near = await read('/api/a?rign=1&ring=2&zzzzzz=3', { query, strictQuery: true })
    expect([near.status, near.body.error]).toEqual([
      400,
      'Unknown parameter: rign. Did you mean ring?',
    ])
    expect(near.body.errors).toEqual([
      { pointer: '/rign', detail: 'is not a parameter. Did you mean ring?' },
      { pointer: '/zzzzzz', detail: 'is not a parameter. Known: ring, programme.' },
    ])
    const none = await read('/api/a?q=1', { strictQuery: true })
    expect([none.status, none.body.error]).toEqual([400, 'Unknown parameter: q. There are none.'])
    expect((await read('/api/a?ring=2', { query, strictQuery: true })).body).toEqual([
      { ring: '2' },
    ])
    expect((await read('/api/a?rign=1&utm_source=x', { query })).body).toEqual([{}])
  })

  it('names a bounded number of unknown parameters', async () => {
    const app = appOf([routeAt('/api/a', { strictQuery: true })])
    const names = Array.from({ length: 900 }, (_, i) => `p${i}`).join('&')
    const { status, body } = await request(app).get(`/api/a?${'x'.repeat(3_000)}&${names}`)
    expect(status).toBe(400)
    expect(body.error).toHaveLength('Unknown parameter: . There are none.'.length + 100)
    expect(body.errors).toHaveLength(50)
  })

  it('contains the fields of a form; rejects duplicates and other types', async () => {
    const app = echo({ body: z.record(z.string(), z.string()), bodyType: 'form' })
    const sent = (type: string, text: string) => post(app).set('content-type', type).send(text)
    const form = 'application/x-www-form-urlencoded'
    expect((await sent(`${form}; charset=utf-8`, 'a=%C3%BC+1&b=')).body).toEqual([
      null,
      null,
      { a: 'ü 1', b: '' },
    ])
    const twice = await sent(form, 'a=1&a=2')
    expect([twice.status, twice.body.error]).toEqual([400, 'Duplicate form field'])
    expect(twice.body.errors).toEqual([{ pointer: '/a', detail: 'is duplicated' }])
    const json = await sent('application/json', '{"a":"1"}')
    expect([json.status, json.body.error]).toEqual([415, `Content-Type must be ${form}`])
    expect((await sent(form, `a=${'x'.repeat(BODY_BYTES.medium)}`)).status).toBe(413)
  })

  it('contains only parts that have a schema', async () => {
    expect((await post(echo({})).send({ c: 1 })).body).toEqual([null, null, null])
    const [params, query, body] = [z.object({ name: z.string() }), z.looseObject({}), z.unknown()]
    expect((await post(echo({ params })).send()).body).toEqual([{ name: 'Kim' }, null, null])
    expect((await post(echo({ query })).send()).body).toEqual([null, { b: '1' }, null])
    expect((await post(echo({ body })).send({ c: 1 })).body).toEqual([null, null, { c: 1 }])
  })

  it('is rejected with the message of the first validation error', async () => {
    const body = z.object({ list: z.array(z.object({ n: z.int('Not a number') })) })
    const list = Array.from({ length: 12 }, () => ({ n: 'x' }))
    const response = await post(echo({ body })).send({ list })
    expect(response.status).toBe(400)
    expect(response.body.error).toBe('Not a number')
    expect(response.body.errors[1]).toEqual({ pointer: '/list/1/n', detail: 'must be a number' })
  })

  it.each([
    ['post', 'application/json', {}],
    ['post', 'text/csv', null],
    ['get', 'application/json', null],
  ] as const)(
    'has an empty object as body only for JSON of length 0: %s %s',
    async (method, type, seen) => {
      const app = echo({ method, body: z.unknown() })
      const { body } = await request(app)[method]('/api/a/Kim').type(type)
      expect(body[2]).toEqual(seen)
    },
  )

  it('has an empty object as body for empty chunked JSON', async () => {
    const { body } = await post(echo({ body: z.unknown() }))
      .type('json')
      .set('transfer-encoding', 'chunked')
      .send('')
    expect(body[2]).toEqual({})
  })

  it('requires JSON unless the body is optional', async () => {
    const body = z.unknown()
    const rejected = await post(echo({ body })).type('text').send('{}')
    expect(rejected.status).toBe(415)
    expect(rejected.body.error).toBe('Content-Type must be application/json')
    const accepted = await post(echo({ body, bodyOptional: true }))
      .type('text')
      .send('{}')
    expect(accepted.body[2]).toBeNull()
  })

  it('is rejected with bodyMissing when the body is missing or not JSON', async () => {
    const app = echo({ body: z.unknown(), bodyMissing: 'No data', codes: ['body-missing'] })
    const rejected = [
      [await post(app), 'The request has no body.'],
      [await post(app).set('content-type', ' ').send('{}'), 'The request has no Content-Type.'],
      [await post(app).type('text/csv; charset=utf-8').send('1'), /is text\/csv\. Send/],
      [
        await post(app)
          .type(`text/${'x'.repeat(5_000)}`)
          .send('1'),
        /is text\/x{195}…\. Send/,
      ],
    ] as const
    for (const [{ status, body }, detail] of rejected) {
      expect([status, body.error, body.message]).toEqual([406, 'No data', 'No data'])
      expect(body.detail).toMatch(detail)
      expect(body.errors).toEqual([{ pointer: '', detail: 'is missing' }])
    }
    expect((await post(app).send({ c: 1 })).body[2]).toEqual({ c: 1 })
  })
})

describe('validation errors', () => {
  const things = z.object({ things: z.record(z.string(), z.array(z.number())) })
  const validating = (log?: string[]) =>
    appOf([routeAt('/api/a', { method: 'post', body: things })], { ...(log && { log }) })

  it('contain JSON pointers but no values', async () => {
    const sent = { things: { 'a/b~c': [1, 'kim@acme.example'] } }
    const { status, body, text } = await request(validating()).post('/api/a').send(sent)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '/things/a~1b~0c/1', detail: 'must be a number' }])
    expect(text).not.toContain('kim@')
  })

  it('contain at most 50 parts, with names of bounded length', async () => {
    const long = 'x'.repeat(500)
    const sent = { things: { [long]: Array.from({ length: 80 }, () => 'x') } }
    const { body } = await request(validating()).post('/api/a').send(sent)
    expect(body.errors).toHaveLength(50)
    expect(body.errors[49].pointer).toBe(`/things/${'x'.repeat(200)}/49`)
  })

  it('are logged with the request, at most five of them', async () => {
    const log: string[] = []
    const sent = { things: { a: Array.from({ length: 9 }, () => 'x') } }
    const { body } = await request(validating(log)).post('/api/a').send(sent)
    const line = log.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'request')
    expect(line).toMatchObject({ status: 400, error: body.error })
    expect(line.errors).toEqual(body.errors.slice(0, 5))
  })

  it('are absent from other errors', async () => {
    const { status, body } = await request(validating()).post('/api/a').send('{')
    expect([status, 'errors' in body]).toEqual([415, false])
  })
})
