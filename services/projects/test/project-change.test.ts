import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import request from 'supertest'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const lee = await as('lee')
const nia = await as('nia')
const admin = await as('ada', 'admin')
const CONTACT = { user: [{ email: 'lee@acme.example' }] }
const tides = (stage: string) => project('Tides', { ...CONTACT, stage })

type Service = Awaited<ReturnType<typeof projectService>>

const create = ({ app }: Service, name = 'Tides') =>
  request(app)
    .post(PROJECTS)
    .set(kim)
    .send(project(name, { ...CONTACT, stage: 'Alpha' }))
const update = ({ app }: Service, stage: string) =>
  request(app).put(at('Tides')).set(kim).send(tides(stage))

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
