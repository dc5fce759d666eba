import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { stored, KIM } from '../src/registry/project.fixture.ts'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const closed = {
  stage: ['Development', 'Active Support'],
  roles: ['Editor', 'Technical Contact'],
  grade: ['SEO', 'HEO'],
}
const person = (more: object) => ({ user: [{ email: '' }, { email: 'lee@acme.example', ...more }] })
const WRONG = [
  [{ stage: 'development' }, '/stage', 'Invalid stage', 'must be Development or Active Support'],
  [{ stage: 7 }, '/stage', 'Invalid stage', 'must be Development or Active Support'],
  [person({ roles: ['Editor', 'Boss'] }), '/user/1/roles/1', 'Invalid roles', /^must be Editor or/],
  [person({ roles: 'Boss' }), '/user/1/roles', 'Invalid roles', /^must be Editor or/],
  [person({ grade: 'Grade 6' }), '/user/1/grade', 'Invalid grade', 'must be SEO or HEO'],
] as const
const RIGHT = [
  { stage: 'Active Support' },
  { stage: '' },
  { stage: [] },
  person({ roles: ['Technical Contact'], grade: 'HEO' }),
  person({ roles: [], grade: '' }),
  person({}),
  { user: [{ email: '' }, null, 'Boss'] },
]

describe('closed lists of stage, roles and grade', () => {
  // spec: own.projects.stages own.projects.roles own.projects.grades
  // spec, otherwise: 3-s2
  it.each(WRONG)(
    'reject %j with path and permitted values',
    async (more, pointer, error, detail) => {
      const service = await projectService({ stored: [stored('Tide', KIM.email)], closed })
      const create = request(service.app).post(PROJECTS).send(project('Wind', more))
      const update = request(service.app).put(at('Tide')).send(project('Tide', more))
      for (const asked of [create, update]) {
        const { status, body } = await asked.set(kim)
        expect(status).toBe(400)
        expect(body).toMatchObject({ error, errors: [{ pointer }] })
        expect(body.errors[0].detail).toMatch(detail)
      }
      expect(await service.records()).toEqual([stored('Tide', KIM.email)])
    },
  )

  it.each(RIGHT)('accept %j', async (more) => {
    const { app } = await projectService({ closed })
    expect((await request(app).post(PROJECTS).set(kim).send(project('Wind', more))).status).toBe(
      201,
    )
    expect((await request(app).put(at('Wind')).set(kim).send(project('Wind', more))).status).toBe(
      200,
    )
  })

  it('accept stored values and validate only new ones', async () => {
    const old = { ...stored('Tide', KIM.email), stage: 'Retired', ...person({ grade: 'Grade 6' }) }
    const { app } = await projectService({ stored: [old], closed })
    const { body } = await request(app).get(at('Tide')).set(kim)
    const put = (more: object) =>
      request(app)
        .put(at('Tide'))
        .set(kim)
        .send({ ...body, ...more })
    expect((await put({ developed: ['In House'] })).status).toBe(200)
    expect((await put({ stage: 'Gone' })).status).toBe(400)
  })

  it('allow the added role Editor of the creator', async () => {
    const { app } = await projectService({ existingClients: true, closed: { roles: ['Boss'] } })
    const { status, body } = await request(app).post(PROJECTS).set(kim).send(project('Wind'))
    expect([status, body.user[0].roles]).toEqual([201, ['Editor']])
  })

  it('are enums in the description of a new project', async () => {
    const { app } = await projectService({ closed })
    const { paths } = (await request(app).get('/openapi.json')).body
    const { content } = paths[PROJECTS].post.requestBody
    const one = (...values: string[]) => ({ enum: [...values, ''] })
    const [, values] = content['application/json'].schema.allOf
    expect(values.properties.stage).toMatchObject(one(...closed.stage))
    expect(values.properties.user.items.properties).toMatchObject({
      roles: { items: one(...closed.roles) },
      grade: one(...closed.grade),
    })
  })

  it.each(['stage', 'roles', 'grade'] as const)(
    'are enums when only %s is closed',
    async (name) => {
      const { app } = await projectService({ closed: { [name]: closed[name] } })
      const { paths } = (await request(app).get('/openapi.json')).body
      const { content } = paths[PROJECTS].post.requestBody
      const { stage, user } = content['application/json'].schema.allOf[1].properties
      const { roles, grade } = user.items.properties
      const named = { stage, roles: roles.items, grade }
      const text = { type: 'string' }
      const closedOne = { ...text, enum: [...closed[name], ''] }
      expect(named).toEqual({ stage: text, roles: text, grade: text, [name]: closedOne })
    },
  )

  it('contain the values of the examples in the description', async () => {
    const { app } = await projectService({ closed })
    const { paths } = (await request(app).get('/openapi.json')).body
    const shown = ({ requestBody }: { requestBody: { content: object } }) =>
      (requestBody.content as Record<string, { example: object }>)['application/json']!.example
    expect(shown(paths[PROJECTS].post)).toMatchObject({
      stage: 'Active Support',
      user: [
        { roles: ['Technical Contact'], grade: 'SEO' },
        { roles: ['Editor'], grade: 'SEO' },
      ],
    })
    const create = request(app).post(PROJECTS).set(kim).send(shown(paths[PROJECTS].post))
    expect((await create).status).toBe(201)
    const change = { ...shown(paths[`${PROJECTS}/{project_name}`].put), stage: 'Development' }
    expect((await request(app).put(at('Harbour Berths')).set(kim).send(change)).status).toBe(200)
  })

  it('are listed in the descriptions of edits', async () => {
    const descriptions = async (options: object) => {
      const { app } = await projectService(options)
      const { paths } = (await request(app).get('/openapi.json')).body
      return [paths[PROJECTS].post.description, paths[`${PROJECTS}/{project_name}`].put.description]
    }
    for (const text of await descriptions({ closed }))
      expect(text).toContain('`grade` is SEO or HEO.')
    for (const text of await descriptions({})) expect(text).not.toContain('grade')
  })
})

describe('the registry without closed lists', () => {
  it('describes a new project without permitted values', async () => {
    const { app } = await projectService()
    const { paths } = (await request(app).get('/openapi.json')).body
    const { schema } = paths[PROJECTS].post.requestBody.content['application/json']
    expect(schema).not.toHaveProperty('allOf')
  })

  // spec: 3-s2 2.3-s3c
  // spec, otherwise: own.projects.stages own.projects.roles own.projects.grades
  it.each(WRONG.map(([more]) => more))('accepts any string: %j', async (more) => {
    const { app } = await projectService()
    expect((await request(app).post(PROJECTS).set(kim).send(project('Wind', more))).status).toBe(
      201,
    )
  })
})
