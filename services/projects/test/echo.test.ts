import { afterAll, describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import request from 'supertest'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const { app, records } = await projectService()
const server = createServer(app)
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const text = fc.string({ unit: 'binary', maxLength: 20 })
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, '', 0, -1, 1.5, 1e21, 5e-324, 2 ** 53),
    text,
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(
    text.filter((key) => !FORBIDDEN.has(key)),
    tie('value'),
    { maxKeys: 4, noNullPrototype: true },
  ),
}))
const SECTIONS = ['architecture', 'source_control', 'stage', 'supporting_tools', 'Owner']

interface Parts {
  before: object
  sections: object
  user: unknown[]
  details: object
  name: string
  after: object
}

/** Any valid body: the required members and random others. */
const body = fc
  .record<Parts>({
    before: json.object,
    sections: fc.dictionary(fc.constantFrom(...SECTIONS), json.value, { noNullPrototype: true }),
    user: fc.array(json.value, { maxLength: 2 }),
    details: json.object,
    name: text.filter((name) => name !== '' && !name.includes('\0')),
    after: json.object,
  })
  .map(assemble)

function assemble({ before, sections, user, details, name, after }: Parts) {
  const required = { user: [{ email: name }, ...user], details: [{ ...details, name }] }
  return { ...before, ...sections, ...required, ...after, ...required }
}

describe('a project', () => {
  it('is returned, stored and read exactly as sent, on creation and update', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(body, body, async (first, second) => {
        // A unique name per run.
        const details = [{ ...first.details[0], name: `${first.details[0]?.name}#${count++}` }]
        const created = { ...first, details }
        const updated = { ...created, ...second, details }
        for (const [verb, sent] of [
          ['post', created],
          ['put', updated],
        ] as const) {
          const agent = request(url)
          const call = verb === 'post' ? agent.post(PROJECTS) : agent.put(at(details[0]!.name))
          const response = await call.set(kim).send(sent)
          expect(response.text).toBe(JSON.stringify(sent))
          const read = await request(url).get(at(details[0]!.name)).set(kim)
          expect(read.text).toBe(JSON.stringify(sent))
          expect(read.headers['etag']).toBe(response.headers['etag'])
          expect((await records()).at(-1)).toEqual(
            JSON.parse(JSON.stringify({ ...sent, owner: 'kim@acme.example' })),
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keeps unusual numbers, strings and keys', async () => {
    const sent = project('Unusual values', {
      '': '',
      ' ': [[], {}, [[]]],
      hasOwnProperty: 1,
      toString: null,
      $ref: '#',
      'a.b': { 'c[0]': 9007199254740991 },
      tiny: 5e-324,
      huge: 1.7976931348623157e308,
      emoji: '👩‍🚀\u0000\u2028\ufeff',
    })
    const response = await request(url).post(PROJECTS).set(kim).send(sent)
    expect(response.status).toBe(201)
    expect(response.text).toBe(JSON.stringify(sent))
  })
})
