import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import * as fc from 'fast-check'
import request from 'supertest'
import { as, at, PROJECTS, projectService } from './project-service.ts'

const admin = await as('ada', 'admin')
const kim = await as('kim')

const key = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 8 }) },
  fc.constantFrom('__proto__', 'constructor', 'prototype', '\ud83d'),
  fc.constantFrom('length', 'toString', 'toJSON'),
)
const deep = JSON.parse(`${'[{"a":'.repeat(50)}1${'}]'.repeat(50)}`) as unknown
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, '', 'half \udc00', 0, -1.5, 2 ** 53, 0.25, 0.125, deep),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields, { requiredKeys: [], noNullPrototype: true })
const members = fc.dictionary(key, json, { maxKeys: 2, noNullPrototype: true })
const list = fc.oneof(json, fc.constantFrom('', [], ['Go'], 'Go'))
const technologies = fc.oneof(json, some({ main: list, others: list }))

/** A record that any version or another program may have stored. */
const record = some({
  user: fc.oneof(json, fc.constantFrom([], [{ email: 'kim@acme.example' }], [{ roles: [] }])),
  developed: fc.oneof(json, fc.constantFrom(['In House', ''], ['Outsourced', ['A', 'B']])),
  source_control: fc.oneof(json, fc.constantFrom('', [{ type: 'Github' }])),
  architecture: fc.oneof(
    json,
    some({
      languages: technologies,
      hosting: json,
      environments: fc.oneof(json, fc.constantFrom({}, '', { dev: 'yes' })),
    }),
  ),
  supporting_tools: fc.oneof(json, some({ user_interface: technologies, ui_tools: technologies })),
  owner: fc.constantFrom('kim@acme.example', 'Lee@acme.example', 7, null),
  stage: json,
  anything: json,
})
const details = fc.record({ name: fc.constant('Tide'), more: json, short_name: json })

describe.each([false, true])(
  'a PUT of a read project, with existing clients: %s',
  (existingClients) => {
    it('is accepted and does not change the stored bytes', async () => {
      const store = createEmbeddedStore(':memory:')
      const { app, text } = await projectService({ store, existingClients })
      await fc.assert(
        fc.asyncProperty(
          record,
          fc.array(record, { maxLength: 2 }),
          details,
          members,
          async (one, others, named, more) => {
            const stored = { ...more, ...one, details: [named] }
            const document = { projects: [...others, stored], more: 1 }
            // Number formats of other programs.
            const before = JSON.stringify(document, null, 4)
              .replaceAll(/(?<=\s)0\.25\b/g, '-0.0')
              .replaceAll(/(?<=\s)0\.125\b/g, '1e400')
            await replace(store, DOCUMENTS.projects.ref, Buffer.from(before))
            const read = await request(app).get(at('Tide')).set(admin)
            const all = await request(app).get(`${PROJECTS}?scope=all`).set(admin)
            const listed = (all.body as unknown[]).at(-1) as object
            for (const body of [read.body as object, listed]) {
              // Sent as a string: the client would drop a member called `__proto__`.
              const put = await request(app)
                .put(at('Tide'))
                .set({ ...admin, 'content-type': 'application/json' })
                .send(JSON.stringify(body))
              expect([put.status, put.body]).toEqual([200, body])
            }
            expect(await text()).toBe(before)
          },
        ),
        { numRuns: 150 },
      )
      store.close()
    })

    it('changes only the section that the client edited', async () => {
      const malformed = {
        user: [{ email: 'kim@acme.example' }, null],
        details: [{ name: 'Tide' }],
        owner: 'kim@acme.example',
        source_control: '',
        architecture: { environments: { dev: 'yes' }, languages: '' },
        supporting_tools: { ui_tools: { main: [], others: ['Figma'] } },
      }
      const { app, records } = await projectService({ stored: [malformed], existingClients })
      const { body } = await request(app).get(at('Tide')).set(kim)
      const put = await request(app)
        .put(at('Tide'))
        .set(kim)
        .send({ ...body, stage: 'Development' })
      expect(put.status).toBe(200)
      expect(await records()).toEqual([{ ...malformed, stage: 'Development' }])
    })

    it('is rejected for new invalid values, with their paths', async () => {
      const environments = { dev: 'yes' }
      const malformed = { user: [], details: [{ name: 'Tide' }], architecture: { environments } }
      const { app, records } = await projectService({ stored: [malformed], existingClients })
      const body = { ...malformed, architecture: { environments: { ...environments, int: 7 } } }
      const put = await request(app).put(at('Tide')).set(admin).send(body)
      expect([put.status, put.body.error]).toEqual([
        400,
        "Invalid environments data: 'int' must be a boolean",
      ])
      expect(put.body.errors[0]).toEqual({
        pointer: '/architecture/environments/int',
        detail: 'must be true or false',
      })
      expect(await records()).toEqual([malformed])
    })
  },
)
