import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const owned = (name: string, more: object = {}) => ({
  ...project(name, more),
  owner: 'kim@acme.example',
})
const WORDS = ['dryRun', 'dry_run', 'basedOn']

describe.each(WORDS)('the control member %s, which the registry does not support', (word) => {
  const place = { pointer: `/${word}`, detail: 'is not a recognised property' }
  const rejection = [400, `Unknown member: ${word}`, [place]]

  it('is rejected in a body', async () => {
    const { app, text } = await projectService({ stored: [owned('Tides')] })
    const before = await text()
    const responses = [
      await request(app)
        .post(PROJECTS)
        .set(kim)
        .send(project('Charts', { [word]: true })),
      await request(app)
        .put(at('Tides'))
        .set(kim)
        .send(project('Tides', { stage: 'Live', [word]: true })),
      await request(app)
        .delete(at('Tides'))
        .set(kim)
        .send({ [word]: true }),
    ]
    expect(responses.map(({ status, body }) => [status, body.error, body.errors])).toEqual([
      rejection,
      rejection,
      rejection,
    ])
    expect(await text()).toEqual(before)
  })

  it('is rejected in a query', async () => {
    const { app, text } = await projectService({ stored: [owned('Tides')] })
    const before = await text()
    const query = `?${word}=true`
    const responses = [
      await request(app).post(`${PROJECTS}${query}`).set(kim).send(project('Charts')),
      await request(app)
        .put(`${at('Tides')}${query}`)
        .set(kim)
        .send(project('Tides')),
      await request(app)
        .delete(`${at('Tides')}${query}`)
        .set(kim),
    ]
    expect(responses.map(({ status, body }) => [status, body.error, body.errors])).toEqual([
      rejection,
      rejection,
      rejection,
    ])
    expect(await text()).toEqual(before)
  })
})

describe('DELETE /api/v1/projects/:project_name', () => {
  it('rejects a body with a member', async () => {
    const { app, records } = await projectService({ stored: [owned('Tides')] })
    const { status, body } = await request(app)
      .delete(at('Tides'))
      .set(kim)
      .send({ reason: 'moved' })
    expect([status, body.error]).toEqual([400, 'Unknown member: reason'])
    expect(await records()).toEqual([owned('Tides')])
  })

  it('accepts a body without members', async () => {
    for (const body of ['{}', 'gone']) {
      const { app } = await projectService({ stored: [owned('Tides')] })
      const type = body === 'gone' ? 'text/plain' : 'application/json'
      const { status } = await request(app)
        .delete(at('Tides'))
        .set({ ...kim, 'content-type': type })
        .send(body)
      expect([body, status]).toEqual([body, 204])
    }
  })
})
