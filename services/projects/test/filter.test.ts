import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { KIM, LEE, MALFORMED, stored } from '../src/registry/project.fixture.ts'
import { as, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const admin = await as('ada', 'Admin')
const tide = stored('Tide', KIM.email)
const wind = stored('Wind', LEE.email, [' Kim@Acme.Example'])
const lees = stored('Rain', LEE.email)
const open = ({ owner: _owner, ...rest }: Record<string, unknown>) => rest

describe('GET /api/v1/projects/filter', () => {
  const go = { architecture: { languages: { main: ['Go'], others: '' } } }
  const records = [{ ...tide, ...go }, ...MALFORMED, { ...lees, ...go }, wind]

  it('searches the projects of the caller, and all for admins', async () => {
    const { app } = await projectService({ stored: records })
    const path = `${PROJECTS}/filter?languages=Java,go`
    expect((await request(app).get(path).set(kim)).body).toEqual([open({ ...tide, ...go })])
    const all = await request(app).get(path).set(admin)
    expect(all.status).toBe(200)
    expect(all.body).toEqual([open({ ...tide, ...go }), open({ ...lees, ...go })])
  })

  it('joins repeated parameters and returns the selected sections', async () => {
    const { app } = await projectService({ stored: records })
    const response = await request(app)
      .get(`${PROJECTS}/filter?name=Tide&name=Wind,%20Rain%20&return=details,owner,stage`)
      .set(kim)
    expect(response.body).toEqual([{ details: tide.details }, { details: wind.details }])
  })

  it('returns an empty array when nothing matches', async () => {
    const { app } = await projectService()
    const response = await request(app).get(`${PROJECTS}/filter?hosting=Cloud`).set(kim)
    expect(response.status).toBe(200)
    expect(response.body).toEqual([])
  })

  it('returns all projects of the caller without parameters', async () => {
    const { app } = await projectService({ stored: records })
    const response = await request(app).get(`${PROJECTS}/filter?languages=`).set(kim)
    expect(response.body).toEqual([open({ ...tide, ...go }), open(wind)])
  })

  it('searches although a project is called filter', async () => {
    const { app } = await projectService({ stored: [tide, stored('filter', KIM.email)] })
    const all = await request(app).get(`${PROJECTS}/filter`).set(kim)
    expect(all.body).toHaveLength(2)
    const written = await request(app)
      .put(`${PROJECTS}/filter`)
      .set(kim)
      .send(project('filter', { stage: 'x' }))
    expect(written.status).toBe(200)
  })

  it('rejects too many or too long values', async () => {
    const { app } = await projectService()
    const long = await request(app)
      .get(`${PROJECTS}/filter?name=${'x'.repeat(2_001)}`)
      .set(kim)
    expect(long.status).toBe(400)
    expect(long.body.error).toBe('Invalid filter')
    const many = await request(app)
      .get(`${PROJECTS}/filter?${'name=x&'.repeat(101)}`)
      .set(kim)
    expect(many.status).toBe(400)
    expect(many.body.error).toBe('Invalid filter')
    for (const name of ['developed', 'source_control']) {
      const searched = await request(app)
        .get(`${PROJECTS}/filter?${name}=${'x'.repeat(201)}`)
        .set(kim)
      expect(searched.status).toBe(400)
      expect(searched.body.error).toBe('Invalid filter')
    }
  })

  it('accepts 100 distinct values, ignoring repetitions', async () => {
    const { app } = await projectService({ stored: [tide] })
    const values = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`).join()
    const ask = (query: string) => request(app).get(`${PROJECTS}/filter?${query}`).set(kim)
    const same = await ask(`name=${'tide,'.repeat(300)}&name=${'tide,'.repeat(300)}`)
    expect(same.status).toBe(200)
    expect(same.body).toEqual([open(tide)])
    expect((await ask(`developed=${values(60)}&languages=${values(40)}`)).status).toBe(200)
    const tooMany = await ask(`developed=${values(60)}&languages=${values(41)}`)
    expect(tooMany.status).toBe(400)
    expect(tooMany.body.error).toBe('Too many filter values: at most 100')
  })
})
