import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const person = (more: object) => ({ user: [{ email: '' }, { email: 'lee@acme.example', ...more }] })

describe('stage, roles and grade', () => {
  // spec: 3-s2 2.3-s3c
  it.each([
    { stage: 'development' },
    { stage: 7 },
    person({ roles: ['Editor', 'Boss'] }),
    person({ roles: 'Boss' }),
    person({ grade: 'Grade 6' }),
  ])('accept any string: %j', async (more) => {
    const { app } = await projectService()
    expect((await request(app).post(PROJECTS).set(kim).send(project('Wind', more))).status).toBe(
      201,
    )
  })
})
