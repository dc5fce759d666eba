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
})

describe('the registry without closed lists', () => {
  // spec: 3-s2 2.3-s3c
  // spec, otherwise: own.projects.stages own.projects.roles own.projects.grades
  it.each(WRONG.map(([more]) => more))('accepts any string: %j', async (more) => {
    const { app } = await projectService()
    expect((await request(app).post(PROJECTS).set(kim).send(project('Wind', more))).status).toBe(
      201,
    )
  })
})
