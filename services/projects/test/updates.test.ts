import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { KIM, LEE, stored } from '../src/registry/project.fixture.ts'
import { as, at, project, projectService } from './project-service.ts'

const kim = await as('kim')
const admin = await as('ada', 'Admin')

describe('PUT /api/v1/projects/:project_name', () => {
  // spec: 4.1-r4b
  // spec, otherwise: 4.1-r4c 4.1-r4d 4.1-r4e
  it('returns 200 with the sent body; other keys, index and owner stay', async () => {
    const tide = { extra: 1, ...stored('Tide', KIM.email) }
    const { app, records } = await projectService({ stored: [null, tide, 'x'] })
    const sent = project('Tide', { stage: '', owner: 'lee@acme.example' })
    const response = await request(app).put(at('Tide')).set(kim).send(sent)
    expect(response.status).toBe(200)
    expect(response.text).toBe(JSON.stringify(project('Tide', { stage: '' })))
    expect(await records()).toEqual([
      null,
      project('Tide', { stage: '', extra: 1, owner: 'kim@acme.example' }),
      'x',
    ])
    const read = await request(app).get(at('Tide')).set(kim)
    expect(read.body).toEqual(project('Tide', { stage: '', extra: 1 }))
  })

  it('returns an ETag only when the sent body is stored unchanged', async () => {
    const { app } = await projectService({ stored: [stored('Tide', KIM.email)] })
    const put = (body: object) => request(app).put(at('Tide')).set(kim).send(body)
    const tag = async () => (await request(app).get(at('Tide')).set(kim)).headers['etag']
    const complete = project('Tide', { stage: 'x' })
    const first = await put(complete)
    expect(first.headers['etag']).toEqual(expect.any(String))
    expect(first.headers['etag']).toBe(await tag())
    expect((await put(project('Tide'))).headers['etag']).toBeUndefined()
    const withOwner = await put({ ...complete, owner: KIM.email })
    expect(withOwner.status).toBe(200)
    expect(withOwner.headers['etag']).toBeUndefined()
    expect((await put(complete)).headers['etag']).toBe(await tag())
  })

  it('accepts a user without e-mail', async () => {
    const { app } = await projectService({ stored: [stored('Tide', KIM.email)] })
    const sent = { user: ['x'], details: [{ name: 'Tide' }], architecture: { environments: {} } }
    expect((await request(app).put(at('Tide')).set(kim).send(sent)).status).toBe(200)
  })

  // spec: own.projects.rename
  it('renames, and returns 409 when the owner has the name', async () => {
    const before = [
      stored('Tide', KIM.email),
      stored('Wind', KIM.email),
      stored('Rain', LEE.email),
      stored('Rain', LEE.email),
    ]
    const { app, records } = await projectService({ stored: before })
    const taken = await request(app).put(at('Tide')).set(kim).send(project('Wind'))
    expect(taken.status).toBe(409)
    expect(taken.body).toMatchObject({
      error: 'Project with the same name already exists',
      message: 'Project with the same name already exists',
    })
    expect(await records()).toEqual(before)
    expect((await request(app).put(at('Tide')).set(kim).send(project('Rain'))).status).toBe(200)
    expect((await request(app).get(at('Tide')).set(kim)).status).toBe(404)
    expect((await request(app).get(at('Rain')).set(kim)).body).toEqual(project('Rain'))
    expect((await records()).slice(1)).toEqual(before.slice(1))
  })

  it.each([
    ['an unknown name', 'Rain'],
    ['the name of another project of the owner', 'Wind'],
    ['a name that no path can hold', '..'],
  ])('returns 403 to a contact who renames to %s', async (_case, name) => {
    const before = [stored('Tide', LEE.email, [KIM.email]), stored('Wind', LEE.email)]
    const { app, records } = await projectService({ stored: before })
    const { status, body } = await request(app).put(at('Tide')).set(kim).send(project(name))
    expect([status, body.error]).toEqual([403, 'Only the owner or an admin may rename a project'])
    expect(await records()).toEqual(before)
    const edited = project('Tide', { user: [{ email: KIM.email }], stage: 'new' })
    expect((await request(app).put(at('Tide')).set(kim).send(edited)).status).toBe(200)
  })

  it("discloses no other owner's project to the contact of a project without owner", async () => {
    const shared = stored('Tide', undefined, [KIM.email, LEE.email])
    const rename = async (...others: object[]) => {
      const { app } = await projectService({ stored: [shared, ...others] })
      const sent = project('Wind', { user: shared.user })
      return (await request(app).put(at('Tide')).set(kim).send(sent)).status
    }
    expect(await rename()).toBe(200)
    expect(await rename(stored('Wind', LEE.email))).toBe(200)
    expect(await rename(stored('Wind', undefined, [LEE.email]))).toBe(200)
    expect(await rename(stored('Wind', LEE.email, [KIM.email]))).toBe(409)
    expect(await rename(stored('Wind', KIM.email))).toBe(409)
  })

  // spec, otherwise: 2.3-s2b
  it('allows an admin to edit any project, whose owner stays', async () => {
    const { app, records } = await projectService({ stored: [stored('Tide', LEE.email)] })
    expect((await request(app).put(at('Tide')).set(admin).send(project('Tide'))).status).toBe(200)
    expect(await records()).toEqual([project('Tide', { owner: 'lee@acme.example' })])
  })

  it('stores nothing when nothing changes', async () => {
    const { app, commits } = await projectService({ stored: [stored('Tide', KIM.email)] })
    const sent = project('Tide')
    await request(app).put(at('Tide')).set(kim).send(sent)
    expect((await request(app).put(at('Tide')).set(kim).send(sent)).status).toBe(200)
    expect(commits).toHaveLength(1)
    expect(commits[0]?.by).toMatchObject([{ actor: 'sub-kim', action: 'update project' }])
  })
})

describe('DELETE /api/v1/projects/:project_name', () => {
  const remove = (app: Parameters<typeof request>[0], caller: Record<string, string>) =>
    request(app).delete(at('Tide')).set(caller)

  it('returns 204 to the owner and deletes the project', async () => {
    const before = [null, stored('Tide', KIM.email), 'x']
    const { app, text, commits } = await projectService({ stored: before })
    const response = await remove(app, kim)
    expect(response.status).toBe(204)
    expect(response.text).toBe('')
    expect(await text()).toBe(JSON.stringify({ projects: [null, 'x'], other: 1 }))
    expect(commits[0]?.by).toMatchObject([{ actor: 'sub-kim', action: 'delete project' }])
    expect((await request(app).get(at('Tide')).set(kim)).status).toBe(404)
    expect((await remove(app, kim)).status).toBe(404)
  })

  it('returns 403 to a contact and 404 to other callers', async () => {
    const before = [stored('Tide', LEE.email, [KIM.email])]
    const { app, records } = await projectService({ stored: before })
    const contact = await remove(app, kim)
    expect(contact.status).toBe(403)
    expect(contact.body.error).toBe('Only the owner or an admin may delete a project')
    const stranger = await remove(app, await as('max', 'reviewer'))
    expect(stranger.status).toBe(404)
    expect(stranger.body.error).toBe('Project not found')
    expect((await remove(app, {})).status).toBe(401)
    expect(await records()).toEqual(before)
    expect((await remove(app, admin)).status).toBe(204)
    expect(await records()).toEqual([])
  })

  it('prefers the own project of an admin', async () => {
    const before = [stored('Tide', LEE.email), stored('Tide', 'ada@acme.example')]
    const { app, records } = await projectService({ stored: before })
    expect((await remove(app, admin)).status).toBe(204)
    expect(await records()).toEqual(before.slice(0, 1))
  })

  it('accepts a body without members', async () => {
    for (const body of ['{}', 'gone']) {
      const { app } = await projectService({ stored: [stored('Tide', KIM.email)] })
      const type = body === 'gone' ? 'text/plain' : 'application/json'
      const { status } = await request(app)
        .delete(at('Tide'))
        .set({ ...kim, 'content-type': type })
        .send(body)
      expect([body, status]).toEqual([body, 204])
    }
  })
})

describe('If-Match', () => {
  const update = (app: Parameters<typeof request>[0], tag: string, stage: string) =>
    request(app).put(at('Tide')).set(kim).set('if-match', tag).send(project('Tide', { stage }))

  it('is not evaluated for an unknown project', async () => {
    const { app } = await projectService({ stored: [stored('Tide', LEE.email)] })
    expect((await update(app, '"x"', 'one')).status).toBe(404)
  })
})
