import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const owned = (name: string, more: object = {}) => ({
  ...project(name, more),
  owner: 'kim@acme.example',
})
const WORDS = ['dryRun', 'dry_run', 'confirmRemoval', 'basedOn']

describe.each(WORDS)('the control word %s, which no edit of the registry knows', (word) => {
  const place = { pointer: `/${word}`, detail: 'is not a recognised property' }
  const refusal = [400, `Unknown member: ${word}`, [place]]

  it('is refused in a body, and nothing is stored', async () => {
    const { app, text } = await projectService({ stored: [owned('Tides')] })
    const before = await text()
    const answers = [
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
    expect(answers.map(({ status, body }) => [status, body.error, body.errors])).toEqual([
      refusal,
      refusal,
      refusal,
    ])
    expect(await text()).toEqual(before)
  })

  it('is refused in a query, and nothing is stored', async () => {
    const { app, text } = await projectService({ stored: [owned('Tides')] })
    const before = await text()
    const query = `?${word}=true`
    const answers = [
      await request(app).post(`${PROJECTS}${query}`).set(kim).send(project('Charts')),
      await request(app)
        .put(`${at('Tides')}${query}`)
        .set(kim)
        .send(project('Tides')),
      await request(app)
        .delete(`${at('Tides')}${query}`)
        .set(kim),
    ]
    expect(answers.map(({ status, body }) => [status, body.error, body.errors])).toEqual([
      refusal,
      refusal,
      refusal,
    ])
    expect(await text()).toEqual(before)
  })

  it('stays in a record that holds it already, and may be sent back with it', async () => {
    const { app } = await projectService({ stored: [owned('Tides', { [word]: true })] })
    const read = await request(app).get(at('Tides')).set(kim)
    expect(read.body).toHaveProperty(word, true)
    const saved = await request(app)
      .put(at('Tides'))
      .set(kim)
      .send({ ...read.body, stage: 'Live' })
    expect(saved.status).toBe(200)
    const other = await request(app)
      .put(at('Tides'))
      .set(kim)
      .send({ ...read.body, [word]: 'other' })
    expect([other.status, other.body.error, other.body.errors]).toEqual(refusal)
  })
})

describe('DELETE of a project', () => {
  it('refuses a body with a member, and deletes nothing', async () => {
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
