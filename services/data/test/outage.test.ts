import { describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable } from '@landscape/store/objects/port'
import request from 'supertest'
import { BANNERS, dataService, RADAR, REPOSITORIES } from './data-service.ts'

describe('an unavailable stored document', () => {
  // spec, otherwise: 4.2-r2a 4.2-r3a 4.2-r3b 4.2-r5
  it.each([
    '/api/json',
    '/api/tech-radar/json',
    '/api/directorates/json',
    '/api/repository/project/json?repositories=a',
  ])('%s returns 500 with a fixed message when it is missing', async (path) => {
    const { app, logs } = await dataService({})
    const { status, body } = await request(app).get(path)
    expect(status).toBe(500)
    expect(body.error).toBe('Internal server error')
    expect(logs.join()).toMatch(/Document main\/\w+\.json does not exist/)
  })

  it.each([
    ['/api/json', 'repositories', 'main/repositories.json'],
    ['/api/tech-radar/json', 'radar', 'main/onsRadarSkeleton.json'],
    ['/api/banners/all', 'banners', 'main/messages.json'],
    ['/api/directorates/json', 'directorates', 'main/directorates.json'],
    ['/api/csv', 'projects', 'audit-tool/new_project_data.json'],
  ] as const)(
    '%s returns 500 when it is damaged, and other routes return 200',
    async (path, name, file) => {
      for (const damaged of ['{"secret":', '"text"']) {
        const { app, logs } = await dataService({
          repositories: REPOSITORIES,
          radar: RADAR,
          banners: BANNERS,
          directorates: [],
          [name]: damaged,
        })
        const { status, body, text } = await request(app).get(path)
        expect([status, body.error]).toEqual([500, 'Internal server error'])
        expect(text).not.toContain('secret')
        expect(logs.join()).toContain(`Document ${file}`)
        for (const other of ['/api/health', '/api/json', '/api/banners', '/api/tech-radar/json']) {
          if (path !== other && !path.startsWith('/api/banners')) {
            expect((await request(app).get(other)).status).toBe(200)
          }
        }
      }
    },
  )

  it('is returned from the last good copy, marked as stale, during an outage', async () => {
    const real = createEmbeddedStore(':memory:')
    let isUnavailable = false
    const store = {
      ...real,
      get: async (...args: Parameters<typeof real.get>) => {
        if (isUnavailable) throw new StoreUnavailable('connection refused')
        return real.get(...args)
      },
    }
    const { app } = await dataService({ radar: RADAR }, { store })
    expect((await request(app).get('/api/tech-radar/json')).headers).not.toHaveProperty('warning')
    isUnavailable = true
    const stale = await request(app).get('/api/tech-radar/json')
    expect(stale.body).toEqual(RADAR)
    expect(stale.headers).toMatchObject({ age: '0', warning: '110 - "Response is Stale"' })
    const unknown = await request(app).get('/api/json')
    expect(unknown.status).toBe(503)
    expect(unknown.headers['retry-after']).toBe('5')
  })
})
