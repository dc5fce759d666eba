import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, at, project, PROJECTS, projectService } from './project-service.ts'

const owned = (name: string, person: string) =>
  project(name, { owner: `${person}@acme.example`, stage: 'x'.repeat(2_000) })
const stored = [owned('Tide', 'kim'), owned('Wind', 'lee'), owned('Rain', 'kim')]
const namesOf = (body: unknown) =>
  (body as { details: { name: string }[] }[]).map(({ details }) => details[0]!.name)

async function service() {
  const { app } = await projectService({ stored })
  const list = async (person: string, query = '', headers: Record<string, string> = {}) =>
    request(app)
      .get(`${PROJECTS}${query}`)
      .set({ ...(await as(person, ...(person === 'root' ? ['admin'] : []))), ...headers })
  return { app, list }
}

describe('GET /api/v1/projects', () => {
  it('returns 304 until a project changes', async () => {
    const { app, list } = await service()
    const { etag } = (await list('kim')).headers
    const known = { 'if-none-match': String(etag) }
    expect((await list('kim', '', known)).status).toBe(304)
    const edit = { ...project('Tide'), stage: 'Active Support' }
    expect(
      (
        await request(app)
          .put(at('Tide'))
          .set(await as('kim'))
          .send(edit)
      ).status,
    ).toBe(200)
    const changed = await list('kim', '', known)
    expect([changed.status, changed.body[0].stage]).toEqual([200, 'Active Support'])
  })

  it('keeps lists for each person, scope, order, page and format', async () => {
    const { list } = await service()
    const queries = ['', '?sort=name', '?limit=1', '?fields=details', '?format=ndjson']
    for (let round = 0; round < 2; round++) {
      expect(namesOf((await list('kim')).body)).toEqual(['Tide', 'Rain'])
      expect(namesOf((await list('lee')).body)).toEqual(['Wind'])
      expect(namesOf((await list('root', '?scope=all')).body)).toEqual(['Tide', 'Wind', 'Rain'])
      expect((await list('root')).status).toBe(404)
      expect((await list('kim', '?scope=all')).status).toBe(403)
      const texts = []
      for (const query of queries) texts.push((await list('kim', query)).text)
      expect(new Set(texts).size).toBe(queries.length)
      expect((await list('kim', '?limit=1')).headers['link']).toContain('rel="next"')
    }
  })

  it('returns compressed lists', async () => {
    const { list } = await service()
    const plain = await list('kim', '', { 'accept-encoding': 'identity' })
    for (const encoding of ['br', 'gzip', 'br', 'gzip']) {
      const { headers, body } = await list('kim', '', { 'accept-encoding': encoding })
      expect([headers['content-encoding'], headers['etag']]).toEqual([
        encoding,
        plain.headers['etag'],
      ])
      expect(Number(headers['content-length'])).toBeLessThan(plain.text.length)
      if (encoding === 'gzip') expect(body).toEqual(plain.body)
    }
  })
})
