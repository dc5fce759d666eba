import { describe, expect, it } from '@jest/globals'
import { SHARED_READ_HEADERS } from '@landscape/http/request/shared-read'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable } from '@landscape/store/objects/port'
import request from 'supertest'
import { KIM, LEE, MALFORMED, stored } from '../src/registry/project.fixture.ts'
import { publicProject } from '../src/registry/project.ts'
import { completeProject } from '../src/registry/complete-project.ts'
import { as, at, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const admin = await as('ada', 'Admin')
const tide = stored('Tide', KIM.email)
const wind = stored('Wind', LEE.email, [' Kim@Acme.Example'])
const lees = stored('Rain', LEE.email)
const open = ({ owner: _owner, ...rest }: Record<string, unknown>) => rest

describe('GET /api/v1/projects', () => {
  // spec: 4.1-r1a 2.1-s2
  // spec, otherwise: 4.1-r1b 4.1-r1c 7-r4b
  it('returns the projects of the caller in stored order, without owner', async () => {
    const { app } = await projectService({ stored: [wind, ...MALFORMED, lees, tide] })
    const response = await request(app).get(PROJECTS).set(kim)
    expect(response.status).toBe(200)
    expect(response.text).toBe(JSON.stringify([open(wind), open(tide)]))
    expect(response.headers['cache-control']).toBe('private, no-cache')
  })

  // spec: 1-s5b
  it('returns sections of any shape as stored', async () => {
    const malformed = {
      zeta: null,
      ...tide,
      source_control: '',
      architecture: { languages: [], environments: {} },
      supporting_tools: { user_interface: { main: [], others: ['Sketch'] }, miscellaneous: [] },
      developed: ['Partnership', ['A', 'B']],
    }
    const { app } = await projectService({ stored: [malformed] })
    const response = await request(app).get(PROJECTS).set(kim)
    expect(response.text).toBe(JSON.stringify([open(malformed)]))
  })

  // spec: 4.1-r1c 7-r4b
  // spec, otherwise: 2.1-s2
  it.each([
    ['there is no document', undefined],
    ['there are no records', []],
    ['all records are malformed or of other owners', [lees, ...MALFORMED]],
  ])('returns 404 when %s', async (_case, records) => {
    const { app } = await projectService(records ? { stored: records } : {})
    const response = await request(app).get(PROJECTS).set(kim)
    expect(response.status).toBe(404)
    expect(response.body).toMatchObject({
      message: 'Projects not found',
      error: 'Projects not found',
    })
  })

  it('returns 404 with an empty array to existing clients', async () => {
    const { app } = await projectService({ stored: [lees], existingClients: true })
    const response = await request(app).get(PROJECTS).set(kim)
    expect(response.status).toBe(404)
    expect(response.text).toBe('[]')
  })

  it('returns all projects to admins by default for existing clients', async () => {
    const { app } = await projectService({ stored: [tide, null, lees], existingClients: true })
    const all = await request(app).get(PROJECTS).set(admin)
    expect(all.body).toEqual([open(tide), open(lees)])
    expect((await request(app).get(`${PROJECTS}?scope=own`).set(admin)).status).toBe(404)
    expect((await request(app).get(PROJECTS).set(kim)).body).toEqual([open(tide)])
  })

  // spec, otherwise: 4.1-r1a
  it('returns all projects to admins with scope=all only', async () => {
    const { app } = await projectService({ stored: [tide, null, lees] })
    const all = await request(app).get(`${PROJECTS}?scope=all`).set(admin)
    expect(all.body).toEqual([open(tide), open(lees)])
    expect((await request(app).get(PROJECTS).set(admin)).status).toBe(404)
    const refused = await request(app).get(`${PROJECTS}?scope=all`).set(kim)
    expect(refused.status).toBe(403)
    expect(refused.body.error).toBe('Admin access required')
    const unknown = await request(app).get(`${PROJECTS}?scope=some`).set(admin)
    expect(unknown.status).toBe(400)
    expect(unknown.body.error).toBe('Invalid scope')
  })
})

describe('GET /api/v1/projects/:project_name', () => {
  it('returns complete projects to existing clients and stores nothing', async () => {
    const skipped = {
      ...stored('Tide', KIM.email, [KIM.email]),
      source_control: '',
      supporting_tools: { project_tracking_tools: 'Jira' },
    }
    const { app, text } = await projectService({ stored: [skipped], existingClients: true })
    const before = await text()
    const response = await request(app).get(at('Tide')).set(kim)
    expect(response.body).toEqual(
      JSON.parse(JSON.stringify(completeProject(publicProject(skipped)))),
    )
    expect(response.body).toMatchObject({
      source_control: [{ type: null, links: null }],
      supporting_tools: { project_tracking_tools: 'Jira', project_tracking: 'Jira' },
    })
    expect(response.body).not.toHaveProperty('owner')
    expect(response.headers['etag']).toBe(entityTag(open(skipped)))
    expect(await text()).toBe(before)
    const edit = { ...response.body, stage: 'Unsupported' }
    const condition = { 'if-match': response.headers['etag']! }
    expect((await request(app).put(at('Tide')).set(kim).set(condition).send(edit)).status).toBe(200)
  })

  // spec: 4.1-r3b 2.1-s1b
  // spec, otherwise: 4.1-r3c 4.1-r3d 7-r4a
  it('returns the project with its ETag, and 304 for a match', async () => {
    const { app } = await projectService({ stored: [...MALFORMED, lees, tide] })
    const response = await request(app).get(at('Tide')).set(kim)
    expect(response.status).toBe(200)
    expect(response.text).toBe(JSON.stringify(open(tide)))
    const { etag } = response.headers
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const again = await request(app).get(at('Tide')).set(kim).set('if-none-match', etag!)
    expect(again.status).toBe(304)
    expect(again.headers['etag']).toBe(etag)
    expect(again.text).toBe('')
    const other = await request(app).get(at('Tide')).set(kim).set('if-none-match', '"old"')
    expect(other.status).toBe(200)
  })

  // spec: 4.1-r3d 7-r4a
  // spec, otherwise: 4.1-r3b 2.1-s1b
  it("returns 404 for an unknown name and for another owner's project", async () => {
    const { app } = await projectService({ stored: [...MALFORMED, lees] })
    for (const name of ['Rain', 'rain', 'Nothing', 'undefined', '__proto__', 'constructor']) {
      const response = await request(app).get(at(name)).set(kim)
      expect(response.status).toBe(404)
      expect(response.body).toMatchObject({
        error: 'Project not found',
        message: 'Project not found',
      })
    }
  })

  it('returns any project to admins, preferring their own', async () => {
    const { app } = await projectService({
      stored: [lees, stored('Tide', LEE.email), stored('Tide', 'ada@acme.example', ['own'])],
    })
    expect((await request(app).get(at('Rain')).set(admin)).status).toBe(200)
    const response = await request(app).get(at('Tide')).set(admin)
    expect(response.body.user).toEqual([{ email: 'own' }])
  })

  it('accepts a name in the encoding of old clients', async () => {
    const { app } = await projectService({ stored: [stored('Tide Tables', KIM.email)] })
    for (const segment of ['Tide%2520Tables', 'Tide%20%0D%0ATables']) {
      expect((await request(app).get(`${PROJECTS}/${segment}`).set(kim)).status).toBe(200)
    }
  })
})

const COSTLY = [PROJECTS, `${PROJECTS}/filter?name=tide`, `${at('Tide')}/history`]

describe.each([...COSTLY, at('Tide')])('the response of GET %s', (path) => {
  it('is not stored by shared caches', async () => {
    const { app } = await projectService({ stored: [tide] })
    const { status, headers } = await request(app).get(path).set(kim)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
  })
})

describe.each(COSTLY)('GET %s', (path) => {
  it('returns 503 to a shared read', async () => {
    const { app } = await projectService({ stored: [tide] })
    const demand = { ...kim, ...SHARED_READ_HEADERS }
    const { status, body } = await request(app).get(path).set(demand)
    expect([status, body.error]).toEqual([503, 'Not cached'])
  })
})

describe('GET /api/v1/user', () => {
  it('returns e-mail and groups with no-store', async () => {
    const { app } = await projectService()
    const response = await request(app)
      .get('/api/v1/user')
      .set(await as('ada', 'Admin', 'crew'))
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ email: 'ada@acme.example', groups: ['Admin', 'crew'] })
    expect(response.headers['cache-control']).toBe('no-store')
  })
})

describe('an unavailable store', () => {
  it('serves the last copy of reads, marked stale', async () => {
    const store = createEmbeddedStore(':memory:')
    const { app } = await projectService({ store, stored: [tide] })
    expect((await request(app).get(at('Tide')).set(kim)).headers['warning']).toBeUndefined()
    store.get = () => Promise.reject(new StoreUnavailable('down'))
    for (const path of [at('Tide'), PROJECTS, `${PROJECTS}/filter?name=tide`]) {
      const response = await request(app).get(path).set(kim)
      expect(response.status).toBe(200)
      expect(response.headers['warning']).toBe('110 - "Response is Stale"')
      expect(response.headers['age']).toMatch(/^\d+$/)
    }
  })

  it('causes 503 with Retry-After without a copy', async () => {
    const store = createEmbeddedStore(':memory:')
    store.get = () => Promise.reject(new StoreUnavailable('down'))
    const { app } = await projectService({ store })
    const response = await request(app).get(PROJECTS).set(kim)
    expect(response.status).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
  })
})
