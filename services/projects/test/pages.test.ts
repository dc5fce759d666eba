import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { KIM, LEE, stored } from '../src/registry/project.fixture.ts'
import { as, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const admin = await as('ada', 'Admin')
const names = ['Wind', 'Tide', 'Rain', 'Fog']
const records = names.map((name) => ({ ...stored(name, KIM.email), stage: 'Development' }))
const { app } = await projectService({ stored: [...records, stored('Snow', LEE.email)] })

const namesIn = (body: { details: { name: string }[] }[]) => body.map((p) => p.details[0]?.name)
const nextOf = ({ link }: Record<string, string>) => /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1]

/** The names on all pages, following `Link`. */
async function pagesFrom(path: string, who = kim) {
  const pages: unknown[][] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, headers, body } = await request(app).get(next).set(who)
    expect(status).toBe(200)
    pages.push(namesIn(body))
    next = nextOf(headers)
  }
  return pages
}

describe.each([PROJECTS, `${PROJECTS}/filter`])('GET %s in pages', (path) => {
  const get = (query: string) => request(app).get(`${path}?${query}`).set(kim)

  // spec, otherwise: own.projects.pages
  it('returns all projects in stored order without Link by default', async () => {
    const { headers, body } = await request(app).get(path).set(kim)
    expect(namesIn(body)).toEqual(names)
    expect(headers).not.toHaveProperty('link')
  })

  // spec: own.projects.pages
  it('returns a page and the Link of the next one', async () => {
    expect(await pagesFrom(`${path}?limit=3`)).toEqual([['Fog', 'Rain', 'Tide'], ['Wind']])
    expect(await pagesFrom(`${path}?limit=2&sort=-name`)).toEqual([
      ['Wind', 'Tide'],
      ['Rain', 'Fog'],
    ])
    expect(await pagesFrom(`${path}?limit=4`)).toEqual([['Fog', 'Rain', 'Tide', 'Wind']])
  })

  it('sorts all projects', async () => {
    expect(namesIn((await get('sort=name')).body)).toEqual(['Fog', 'Rain', 'Tide', 'Wind'])
  })

  it('returns only the selected sections on every page', async () => {
    const first = await get('fields=stage,%20user,stage&limit=3')
    expect(first.body[0]).toEqual({ user: [], stage: 'Development' })
    const second = await request(app).get(nextOf(first.headers)!).set(kim)
    expect(second.body).toEqual([{ user: [], stage: 'Development' }])
  })

  it.each([
    ['limit=0', 'limit must be an integer from 1 to 200'],
    ['limit=201', 'limit must be an integer from 1 to 200'],
    ['limit=1&limit=2', 'limit must be an integer from 1 to 200'],
    ['cursor=x', 'Invalid cursor'],
    [`cursor=${'x'.repeat(2_001)}`, 'Invalid cursor'],
    ['sort=owner', 'sort is one of name, -name, programme, -programme, stage, -stage'],
    ['fields=owner', /^fields are user, details, /],
    ['fields=details,owner', /^fields are user, details, /],
    ['fields=', /^fields are user, details, /],
  ])('rejects %s', async (query, text) => {
    const { status, body } = await get(query)
    expect(status).toBe(400)
    expect(body.error).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
    expect(body.errors[0].pointer).toBe(`/${query.split('=')[0]}`)
  })

  it('rejects a cursor of another order', async () => {
    const cursor = new URL(nextOf((await get('limit=1')).headers)!, 'http://x').searchParams
    const { status, body } = await get(`sort=stage&cursor=${cursor.get('cursor')}`)
    expect([status, body.error]).toEqual([400, 'Invalid cursor'])
  })
})

describe('GET /api/v1/projects', () => {
  it('keeps the scope in Link', async () => {
    expect(await pagesFrom(`${PROJECTS}?scope=all&limit=4`, admin)).toEqual([
      ['Fog', 'Rain', 'Snow', 'Tide'],
      ['Wind'],
    ])
  })

  it('returns an empty page when the remaining projects were deleted', async () => {
    const one = await projectService({ stored: [stored('a', KIM.email), stored('b', KIM.email)] })
    const first = await request(one.app).get(`${PROJECTS}?limit=1`).set(kim)
    await request(one.app).delete(`${PROJECTS}/b`).set(kim)
    const { status, body } = await request(one.app).get(nextOf(first.headers)!).set(kim)
    expect([status, body]).toEqual([200, []])
  })
})

describe('GET /api/v1/projects/filter', () => {
  it('keeps the search in Link', async () => {
    const path = `${PROJECTS}/filter?name=tide,fog&name=Wind&return=details&limit=2`
    expect(await pagesFrom(path)).toEqual([['Fog', 'Tide'], ['Wind']])
  })

  it('rejects pages of a search that exceeds the Link header', async () => {
    const get = (query: string) => request(app).get(`${PROJECTS}/filter?${query}`).set(kim)
    // Percent-encoding triples an apostrophe.
    for (const long of [
      `name=${'x'.repeat(1_900)}&name=${'y'.repeat(1_900)}&name=${'z'.repeat(300)}`,
      `name=${"'".repeat(1_900)}`,
    ]) {
      expect((await get(long)).status).toBe(200)
      const { status, body } = await get(`${long}&limit=1`)
      expect(status).toBe(400)
      expect(body.error).toBe('Too many filter values for pages: at most 4000 bytes')
    }
  })
})
