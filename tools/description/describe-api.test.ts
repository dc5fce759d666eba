import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { describeApi } from './describe-api.ts'
import { route } from '@landscape/http/route/route'
import { Thing, update } from './things.fixture.ts'

const read = route({
  method: 'get',
  path: '/api/things',
  summary: 'Things',
  access: 'optional',
  cookies: { session: { description: 'Session.', example: 'a1' } },
  conditional: 'read',
  compressed: true,
  reply: z.array(Thing),
  handle: () => [],
})
const paths = () => describeApi('Things', [update, read]).paths ?? {}

const reading = (path: string) =>
  route({
    method: 'get',
    path,
    summary: 'Read',
    access: 'public',
    reply: Thing,
    handle: () => ({ name: 'a' }),
  })

describe('describeApi', () => {
  const Named = z.object({ name: z.string() })
  const takeSeat = route({
    method: 'put',
    path: '/api/rooms/:room/seats/:seat',
    id: 'takeSeat',
    tag: 'Seats',
    summary: 'Take a seat',
    description: 'One seat for each person.',
    access: { anyGroup: ['reviewer', 'admin'] },
    params: z.object({ room: z.string(), seat: z.string() }),
    query: z.object({ row: z.string() }),
    cookies: { session: { description: 'Session.', example: 'a1' } },
    body: Named.optional(),
    bodySize: 'small',
    otherTypes: ['text/csv'],
    reply: Named,
    others: { 599: Named },
    handle: () => ({ name: 'Ada' }),
  })
  const example = {
    reply: { name: 'Ada' },
    body: { name: 'Ada' },
    types: { 'text/csv': 'name\r\nAda\r\n' },
  }
  const seats = () => describeApi('Rooms', [takeSeat], { takeSeat: example })
  const text = { type: 'string' }
  const named = { type: 'object', properties: { name: text }, required: ['name'] }

  it('returns an OpenAPI 3.1 document with a title', () => {
    expect(seats()).toMatchObject({ openapi: '3.1.0', info: { title: 'Rooms', version: '1' } })
  })

  it('contains every member of a route', () => {
    const { responses, ...operation } = seats().paths?.['/api/rooms/{room}/seats/{seat}']?.put ?? {}
    expect(operation).toEqual({
      operationId: 'takeSeat',
      tags: ['Seats'],
      summary: 'Take a seat',
      description: 'One seat for each person.',
      security: [{ reviewer: [] }, { admin: [] }],
      'x-access': 'group reviewer, admin',
      'x-body-size': 'small',
      parameters: [
        { in: 'path', name: 'room', required: true, schema: text },
        { in: 'path', name: 'seat', required: true, schema: text },
        { in: 'query', name: 'row', required: true, schema: text },
        {
          in: 'cookie',
          name: 'session',
          description: 'Session.',
          schema: { ...text, description: 'Session.', examples: ['a1'] },
        },
      ],
      requestBody: {
        required: false,
        content: { 'application/json': { schema: named, example: { name: 'Ada' } } },
      },
    })
    const schema = expect.objectContaining(text)
    const header = { description: expect.any(String), schema }
    const always = { ...header, required: true }
    const json = { schema: { ...named, additionalProperties: false } }
    expect(responses?.['200']).toEqual({
      description: 'OK',
      headers: {
        'cache-control': header,
        'content-disposition': { description: expect.any(String), schema: { type: 'string' } },
      },
      content: {
        'application/json': { ...json, example: { name: 'Ada' } },
        'text/csv': { schema: text, example: 'name\r\nAda\r\n' },
      },
    })
    const errorHeaders = { 'cache-control': always }
    expect(responses?.['401']?.headers).toEqual({ ...errorHeaders, 'www-authenticate': always })
    expect(responses?.['599']).toEqual({
      description: 'Error',
      headers: { ...errorHeaders, 'content-disposition': expect.any(Object) },
      content: { 'application/json': json },
    })
  })

  it('omits members that a route does not have', () => {
    const own = describeApi('Things', [reading('/api/own')]).paths?.['/api/own']?.get
    const { responses, ...operation } = own ?? {}
    expect(operation).toStrictEqual({
      tags: ['Things'],
      summary: 'Read',
      parameters: [],
      security: [],
      'x-access': 'public',
    })
    expect(Object.keys(responses ?? {})).toEqual(['200', '500'])
    expect(responses?.['200']).toEqual({
      description: 'OK',
      headers: { 'cache-control': expect.anything() },
      content: { 'application/json': { schema: expect.anything() } },
    })
    expect(Object.keys(responses?.['500']?.content ?? {})).toEqual([
      'application/problem+json',
      'text/html',
    ])
  })

  it('keeps the example of a transformed parameter', () => {
    const amount = z
      .string()
      .transform(Number)
      .meta({ examples: ['20'] })
    const own = { ...reading('/api/own'), query: z.object({ amount }) }
    const { parameters } = describeApi('Things', [own]).paths?.['/api/own']?.get ?? {}
    expect(parameters).toMatchObject([{ name: 'amount', schema: { examples: ['20'] } }])
  })

  it('requires a body unless it is optional, of form size by default', () => {
    for (const bodyOptional of [undefined, true]) {
      const own = { ...update, ...(bodyOptional && { bodyOptional }) }
      const { put } = describeApi('Things', [own]).paths?.['/api/things/{name}'] ?? {}
      expect(put).toMatchObject({
        'x-body-size': 'medium',
        requestBody: { required: !bodyOptional },
      })
    }
    const { put } = paths()['/api/things/{name}'] ?? {}
    expect(put?.requestBody).toMatchObject({
      content: { 'application/json': { schema: expect.anything() } },
    })
    expect(JSON.stringify(put?.requestBody)).not.toContain('example')
  })

  it('requires a body and a cookie that the handler requires', () => {
    const own = {
      ...update,
      bodyOptional: true,
      codes: ['body-missing'] as const,
      cookies: { begun: { description: 'Sign-in state.', example: 'a1', required: true as const } },
    }
    const { put } = describeApi('Things', [own]).paths?.['/api/things/{name}'] ?? {}
    expect(put).toMatchObject({
      requestBody: { required: true },
      parameters: expect.arrayContaining([
        expect.objectContaining({ in: 'cookie', name: 'begun', required: true }),
      ]),
    })
  })

  it('lists request headers and cookies as optional parameters', () => {
    const parameters = (paths()['/api/things']?.get?.parameters ?? []) as unknown[]
    expect(parameters).toEqual([
      expect.objectContaining({ in: 'header', name: 'if-none-match' }),
      expect.objectContaining({ in: 'header', name: 'accept-encoding' }),
      expect.objectContaining({ in: 'header', name: 'cache-control' }),
      expect.objectContaining({ in: 'cookie', name: 'session' }),
    ])
    expect(parameters).not.toContainEqual(expect.objectContaining({ required: true }))
  })

  it('names the media types of forms and pages', () => {
    const form = route({
      method: 'post',
      path: '/page',
      summary: 'A page',
      access: 'public',
      body: Thing,
      bodyType: 'form',
      mediaType: 'text/html',
      reply: z.string(),
      handle: () => '',
    })
    const { post } = describeApi('Pages', [form]).paths?.['/page'] ?? {}
    expect(
      Object.keys(
        post?.requestBody && 'content' in post.requestBody ? (post.requestBody.content ?? {}) : {},
      ),
    ).toEqual(['application/x-www-form-urlencoded'])
    expect(post?.responses?.['200']).toMatchObject({ content: { 'text/html': {} } })
  })
})
