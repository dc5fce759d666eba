import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { joinLandscape, type SharedLandscape } from './support/shared-landscape.ts'

let landscape: SharedLandscape
let client: Client
beforeAll(async () => {
  landscape = await joinLandscape()
  client = createClient(landscape.url)
})
afterAll(async () => {
  client?.close()
  await landscape?.leave()
})

describe('reads without older clients', () => {
  it.each([
    ['/api/technologies', 'rign', 'Did you mean ring?'],
    ['/api/technologies', 'onRadar', 'Did you mean on_radar?'],
    ['/api/advice', 'name', 'Did you mean names?'],
    ['/api/drift', 'kinds', 'Did you mean kind?'],
    ['/api/projects', 'stages', 'Did you mean stage?'],
    ['/api/completeness', 'rules', 'Did you mean rule?'],
    ['/api/search', 'limits', 'Did you mean limit?'],
    ['/api/tech-radar/changes', 'sinse', 'Did you mean since?'],
    ['/assistant/api/spend', 'fromm', 'Did you mean from?'],
    ['/assistant/api/seats/summary', 'idledays', 'Did you mean idleDays?'],
    ['/assistant/api/teams/harbour/usage', 'until', 'Known: from, to.'],
    ['/assistant/api/repositories', 'too', 'Did you mean to?'],
    ['/admin/api/history', 'documents', 'Did you mean document?'],
    ['/review/api/history', 'autor', 'Did you mean actor?'],
    ['/api/v1/projects/Tides/history', 'subjekt', 'Did you mean subject?'],
  ])('reject an unknown parameter: GET %s?%s', async (path, name, hint) => {
    const { status, json: read } = await client.get(`${path}?${name}=1`)
    expect([status, read()]).toEqual([
      400,
      expect.objectContaining({
        error: `Unknown parameter: ${name}. ${hint}`,
        errors: [{ pointer: `/${name}`, detail: `is not a parameter. ${hint}` }],
      }),
    ])
  })

  it('reject a parameter that is given twice', async () => {
    const { status, json: read } = await client.get('/api/technologies?ring=hold&ring=adopt')
    expect([status, read()]).toEqual([
      400,
      expect.objectContaining({
        error: 'ring is given more than once',
        errors: [{ pointer: '/ring', detail: 'is given more than once' }],
      }),
    ])
  })

  it('reject an unknown parameter of one technology', async () => {
    const { status, json: read } = await client.get('/api/technologies/angular?qwertzui=1')
    expect([status, read()]).toEqual([
      400,
      expect.objectContaining({ error: expect.stringMatching(/^Unknown parameter: qwertzui\. /) }),
    ])
  })
})

describe('pages and reads with older clients', () => {
  it.each([
    '/',
    '/technologies?utm_source=mail',
    '/drift?utm_source=mail',
    '/projects?utm_source=mail',
    '/search?utm_source=mail',
    '/changes?utm_source=mail',
    '/usage?utm_source=mail',
    '/api/tech-radar/json?rign=1',
    '/api/csv?x=1',
    '/api/json?x=1',
    '/api/v1/projects?x=1',
    '/assistant/api/org/historic?x=1',
  ])('ignore unknown parameters: GET %s', async (path) => {
    expect((await client.get(path)).status).toBe(200)
  })
})
