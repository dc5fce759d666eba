import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { LIMITS } from '../src/registry/assert-fits.ts'
import { KIM, LEE, MALFORMED, stored } from '../src/registry/project.fixture.ts'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const lee = await as('lee')

/** The body of the web client when most pages were skipped. */
const skipped = project('Skipped', {
  stage: '',
  developed: ['', ''],
  source_control: '',
  architecture: {
    hosting: '',
    database: '',
    languages: [],
    frameworks: [],
    cicd: [],
    infrastructure: [],
    publishing: [],
    environments: {},
  },
  supporting_tools: { user_interface: [], project_tracking: [], incident_management: [] },
})

describe('POST /api/v1/projects', () => {
  // spec: 4.1-r2a
  // spec, otherwise: 4.1-r2b 4.1-r2c
  it('returns 201 with the sent body and stores the caller as owner', async () => {
    const { app, text, logs } = await projectService({ stored: MALFORMED })
    const response = await request(app).post(PROJECTS).set(kim).send(skipped)
    expect(response.status).toBe(201)
    expect(response.text).toBe(JSON.stringify(skipped))
    expect(response.headers['location']).toBe(at('Skipped'))
    expect(await text()).toBe(
      JSON.stringify({
        projects: [...MALFORMED, { ...skipped, owner: 'kim@acme.example' }],
        other: 1,
      }),
    )
    const read = await request(app).get(at('Skipped')).set(kim)
    expect(read.text).toBe(response.text)
    expect(read.headers['etag']).toBe(response.headers['etag'])
    expect(logs.join('')).not.toContain('@')
  })

  it('creates the document with the first project', async () => {
    const { app, records } = await projectService()
    expect((await request(app).post(PROJECTS).set(kim).send(project('Tide'))).status).toBe(201)
    expect(await records()).toEqual([project('Tide', { owner: 'kim@acme.example' })])
  })

  // spec: 2.3-s2b
  it('ignores a sent owner', async () => {
    const { app, records } = await projectService()
    const sent = project('Tide', { owner: 'lee@acme.example' })
    const response = await request(app).post(PROJECTS).set(kim).send(sent)
    expect(response.status).toBe(201)
    expect(response.body).toEqual(project('Tide'))
    expect(await records()).toEqual([project('Tide', { owner: 'kim@acme.example' })])
    expect((await request(app).get(at('Tide')).set(lee)).status).toBe(404)
  })

  it('returns the Location of any name', async () => {
    const { app } = await projectService()
    for (const name of ['Tide Tables', 'a/b?c#d%', '水位']) {
      const { headers } = await request(app).post(PROJECTS).set(kim).send(project(name))
      expect(headers['location']).toMatch(/^[\x21-\x7e]+$/)
      const read = await request(app).get(String(headers['location'])).set(kim)
      expect(read.body).toEqual(project(name))
      expect(read.headers['etag']).toBe(headers['etag'])
    }
  })

  // spec: 4.1-r2d 7-r6 2.3-s2a
  it('returns 409 when the caller has a project of the name', async () => {
    const { app, records } = await projectService({ stored: [stored('Tide', KIM.email)] })
    const again = await request(app).post(PROJECTS).set(kim).send(project('Tide'))
    expect(again.status).toBe(409)
    const text = `Project with the same name 'Tide', and owner 'kim@acme.example' already exists`
    expect(again.body).toMatchObject({ type: '/problems/conflict', error: text, message: text })
    expect(await records()).toHaveLength(1)
  })

  // spec: own.projects.contact
  // spec, otherwise: 4.1-r2d 7-r6
  it('accepts the name of a project in which the caller is a contact', async () => {
    const others = [stored('Tide', LEE.email, [KIM.email])]
    const { app, records } = await projectService({ stored: others })
    const sent = project('Tide', { stage: 'own' })
    expect((await request(app).post(PROJECTS).set(kim).send(sent)).status).toBe(201)
    expect((await request(app).get(at('Tide')).set(kim)).body).toEqual(sent)
    expect((await request(app).get(PROJECTS).set(kim)).body).toHaveLength(2)
    expect((await request(app).get(at('Tide')).set(lee)).body).not.toHaveProperty('stage')
    expect(await records()).toHaveLength(2)
  })

  it('returns 403 only to a caller whose quota is used up', async () => {
    const names = Array.from({ length: LIMITS.owner.records }, (_, i) => `No. ${i}`)
    const before = names.map((name) => stored(name, KIM.email))
    const { app, text } = await projectService({ stored: before })
    const was = await text()
    const refused = await request(app).post(PROJECTS).set(kim).send(project('Tide'))
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({
      type: '/problems/quota-exceeded',
      error: 'Quota exceeded: one owner may have at most 200 projects, 2 MB in all',
    })
    expect(await text()).toBe(was)
    expect((await request(app).post(PROJECTS).set(lee).send(project('Tide'))).status).toBe(201)
    const longer = project('No. 0', { stage: 'longer' })
    expect((await request(app).put(at('No. 0')).set(kim).send(longer)).status).toBe(200)
    expect((await request(app).delete(at('No. 0')).set(kim)).status).toBe(204)
    expect((await request(app).post(PROJECTS).set(kim).send(project('Tide'))).status).toBe(201)
  })

  it("returns 403 for an update beyond the owner's quota", async () => {
    const fill = 'x'.repeat(LIMITS.recordBytes - 1_000)
    const count = Math.floor(LIMITS.owner.bytes / LIMITS.recordBytes)
    const before = Array.from({ length: count }, (_, i) => ({
      ...stored(`No. ${i}`, KIM.email),
      fill,
    }))
    const small = stored('Tide', KIM.email)
    const { app, text } = await projectService({ stored: [...before, small] })
    const was = await text()
    const put = (more: object) => request(app).put(at('Tide')).set(kim).send(project('Tide', more))
    const refused = await put({ fill })
    expect([refused.status, refused.body.type]).toEqual([403, '/problems/quota-exceeded'])
    expect(await text()).toBe(was)
    expect((await put({ stage: 'Live' })).status).toBe(200)
  })

  it('adds the creator as editor for existing clients', async () => {
    const { app, records } = await projectService({ existingClients: true })
    const response = await request(app)
      .post(PROJECTS)
      .set(kim)
      .send({ ...project('Tide'), user: [{ email: 'lee@acme.example' }] })
    expect(response.body.user).toEqual([
      { email: 'lee@acme.example' },
      { email: 'kim@acme.example', roles: ['Editor'], grade: '' },
    ])
    expect(await records()).toEqual([{ ...response.body, owner: 'kim@acme.example' }])
  })
})

describe('a full registry', () => {
  it('returns 507 for a new project and accepts edits', async () => {
    const others = Array.from({ length: 19_999 }, () => 0)
    const { app, records } = await projectService({
      stored: [...others, stored('Tide', KIM.email)],
    })
    const refused = await request(app).post(PROJECTS).set(kim).send(project('Wind'))
    expect(refused.status).toBe(507)
    expect(refused.body).toMatchObject({
      type: '/problems/insufficient-storage',
      error: 'The registry is full',
    })
    expect((await request(app).put(at('Tide')).set(kim).send(project('Wind'))).status).toBe(200)
    expect(await records()).toHaveLength(20_000)
  })

  it('limits the size of a record in updates of some keys', async () => {
    const { app, records } = await projectService({ stored: [stored('Tide', KIM.email)] })
    const add = (key: string) =>
      request(app)
        .put(at('Tide'))
        .set(kim)
        .send(project('Tide', { [key]: 'x'.repeat(200 * 1024) }))
    expect((await add('a')).status).toBe(200)
    const refused = await add('b')
    expect(refused.status).toBe(413)
    expect(refused.body.error).toBe('Project too large: at most 256 KB')
    expect(refused.body.errors).toEqual([
      { pointer: '', detail: 'exceeds 256 KB in its stored form' },
    ])
    expect((await add('a')).status).toBe(200)
    expect(await records()).toEqual([
      project('Tide', { a: 'x'.repeat(200 * 1024), owner: KIM.email }),
    ])
  })
})

describe('callers with projects of the same name', () => {
  const names = ['kim', 'lee', 'max'] as const

  it('read and edit only their own', async () => {
    const { app, records } = await projectService()
    for (const name of names) {
      const sent = project('Tide', { stage: name })
      expect(
        (
          await request(app)
            .post(PROJECTS)
            .set(await as(name))
            .send(sent)
        ).status,
      ).toBe(201)
    }
    for (const name of names) {
      const caller = await as(name)
      expect((await request(app).get(at('Tide')).set(caller)).body.stage).toBe(name)
      expect((await request(app).get(PROJECTS).set(caller)).body).toHaveLength(1)
      const sent = project('Tide', { stage: `${name} again` })
      expect((await request(app).put(at('Tide')).set(caller).send(sent)).status).toBe(200)
    }
    expect(await records()).toEqual(
      names.map((name) =>
        project('Tide', { stage: `${name} again`, owner: `${name}@acme.example` }),
      ),
    )
  })

  // spec: 4.1-r4d
  it('return 404 to callers who do not belong to them', async () => {
    const before = [stored('Tide', LEE.email, ['max@acme.example'])]
    const { app, text } = await projectService({ stored: before })
    const was = await text()
    const other = await as('kim', 'reviewer')
    const read = await request(app).get(at('Tide')).set(other)
    const written = await request(app).put(at('Tide')).set(other).send(project('Mine'))
    for (const { status, body } of [read, written]) {
      expect(status).toBe(404)
      expect(body.error).toBe('Project not found')
    }
    expect(await text()).toBe(was)
  })
})
