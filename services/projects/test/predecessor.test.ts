import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable, type ObjectStore } from '@landscape/store/objects/port'
import request, { type Response } from 'supertest'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const lee = await as('lee')
const nia = await as('nia')
const admin = await as('ada', 'admin')
const CONTACT = { user: [{ email: 'lee@acme.example' }] }
const tides = (stage: string) => project('Tides', { ...CONTACT, stage })

type Service = Awaited<ReturnType<typeof projectService>>

const create = ({ app }: Service, name = 'Tides', caller = kim) =>
  request(app)
    .post(PROJECTS)
    .set(caller)
    .send(project(name, { ...CONTACT, stage: 'Alpha' }))
const update = ({ app }: Service, stage: string, caller = kim, headers = {}) =>
  request(app).put(at('Tides')).set(caller).set(headers).send(tides(stage))

/** The path in a Link. */
function pathIn({ status, headers }: Response): string {
  expect(status).toBe(200)
  const [, path = ''] = /^<(.+)>; rel="predecessor-version"$/.exec(headers['link'] ?? '') ?? []
  return path
}

async function linked({ app }: Service, response: Response, caller = kim): Promise<Response> {
  return request(app).get(pathIn(response)).set(caller)
}

describe('PUT /api/v1/projects/{project_name}', () => {
  it('links to the overwritten change of another client', async () => {
    const service = await projectService({ stored: [] })
    await create(service)
    const first = await update(service, 'Beta', kim)
    const second = await update(service, 'Live', lee)
    expect([second.status, second.body]).toEqual([200, tides('Live')])
    const { status, headers, body } = await linked(service, second, lee)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect(body).toMatchObject({
      id: 'projects-2-1',
      actor: { email: 'kim@acme.example' },
      operations: [
        { op: 'replace', path: '/projects/Tides/stage', before: 'Alpha', after: 'Beta' },
      ],
    })
    expect((await linked(service, first)).body.action).toBe('create project')
  })

  it('links to the overwritten change with If-Match', async () => {
    const service = await projectService({ stored: [] })
    await create(service)
    const { headers } = await request(service.app).get(at('Tides')).set(kim)
    const response = await update(service, 'Beta', kim, { 'if-match': headers['etag'] })
    expect((await linked(service, response)).body.id).toBe('projects-1-1')
  })

  it('has no Link without an earlier change or without an alteration', async () => {
    const owner = 'kim@acme.example'
    const service = await projectService({ stored: [{ ...tides('Alpha'), owner }] })
    expect((await update(service, 'Beta')).headers).not.toHaveProperty('link')
    const same = await update(service, 'Beta')
    expect([same.status, same.headers['link']]).toEqual([200, undefined])
    expect((await linked(service, await update(service, 'Live'))).body.id).toBe('projects-1-1')
  })

  it('links under the new name after a rename', async () => {
    const service = await projectService({ stored: [] })
    await create(service)
    const renamed = await request(service.app)
      .put(at('Tides'))
      .set(kim)
      .send(project('Tide/Tables'))
    expect(pathIn(renamed)).toBe(`${at('Tide/Tables')}/history/projects-1-1`)
    expect((await linked(service, renamed)).body.summary).toBe('Tides added')
  })

  it('does not link to changes of another project with the name', async () => {
    const service = await projectService({ stored: [] })
    await create(service, 'Tides', kim)
    await create(service, 'Tides', nia)
    await update(service, 'Beta', kim)
    const response = await update(service, 'Live', nia)
    const { body, text } = await linked(service, response, nia)
    expect(body.id).toBe('projects-2-1')
    expect(text).not.toContain('kim')
  })

  it('has no Link when the history cannot be read', async () => {
    const real = createEmbeddedStore(':memory:')
    let isAway = false
    const store: ObjectStore = {
      ...real,
      async put(...args) {
        const stored = await real.put(...args)
        isAway = !args[0].key.startsWith('history/')
        return stored
      },
      async get(...args) {
        if (isAway && args[0].key.startsWith('history/')) throw new StoreUnavailable('down')
        return real.get(...args)
      },
    }
    const service = await projectService({ store })
    await create(service)
    const response = await update(service, 'Beta')
    expect([response.status, response.headers['link'], isAway]).toEqual([200, undefined, true])
  })
})

describe('GET /api/v1/projects/{project_name}/history/{id}', () => {
  const change = ({ app }: Service, id: string, caller = kim, name = 'Tides') =>
    request(app)
      .get(`${at(name)}/history/${id}`)
      .set(caller)

  it('returns a change as in the list to readers of the project', async () => {
    const service = await projectService({ stored: [] })
    await create(service)
    await update(service, 'Beta')
    const { changes } = (
      await request(service.app)
        .get(`${at('Tides')}/history`)
        .set(kim)
    ).body
    for (const expected of changes) {
      for (const caller of [kim, lee, admin]) {
        const { status, body, headers } = await change(service, expected.id, caller)
        expect([status, body]).toEqual([200, expected])
        const again = change(service, expected.id, caller).set(
          'if-none-match',
          headers['etag'] ?? '',
        )
        expect((await again).status).toBe(304)
      }
    }
    const response = await change(service, 'projects-1-1', nia)
    expect([response.status, response.body.error]).toEqual([404, 'Project not found'])
    expect((await request(service.app).get(`${at('Tides')}/history/projects-1-1`)).status).toBe(401)
  })

  it.each(['projects-1-1', 'projects-2-2', 'projects-9-1', 'radar-2-1', 'nonsense', '%00'])(
    'returns 404 for a change of another project or an unknown one: %s',
    async (id) => {
      const service = await projectService({ stored: [] })
      await create(service, 'Charts')
      await create(service, 'Tides')
      const { status, body } = await change(service, id)
      expect([status, body.error]).toEqual([404, 'Change not found'])
      expect((await change(service, 'projects-2-1')).status).toBe(200)
    },
  )

  it('returns 404 until an external write is recorded', async () => {
    const service = await projectService({ stored: [] })
    await create(service)
    const { ref } = DOCUMENTS.projects
    const got = await service.store.get(ref)
    const kept = got.kind === 'found' ? got : { etag: '', meta: {} }
    const body = Buffer.from(JSON.stringify({ projects: [tides('by hand')] }))
    await service.store.put(ref, body, { ifMatch: kept.etag }, kept.meta)
    expect((await change(service, 'projects-1-1', lee)).status).toBe(404)
  })
})
