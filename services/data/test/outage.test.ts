import { describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable } from '@landscape/store/objects/port'
import request from 'supertest'
import { BANNERS, dataService, RADAR, REPOSITORIES } from './data-service.ts'

describe('a document that is not stored', () => {
  // spec, otherwise: 4.2-r2a 4.2-r3a 4.2-r3b 4.2-r5
  it.each([
    '/api/json',
    '/api/tech-radar/json',
    '/api/tech-radar/json?ring=hold',
    '/api/tech-radar/json?at=2026-01-01',
    '/api/tech-radar/changes',
    '/api/tech-radar/editions/a/difference/now',
    '/api/directorates/json',
    '/api/repository/project/json?repositories=a',
    '/api/repository/project/json?repositories=a&format=csv',
  ])('is a 404 with a fixed message at %s', async (path) => {
    const { app } = await dataService({})
    const { status, body } = await request(app).get(path)
    expect([status, body.error]).toEqual([404, 'This document is not stored yet'])
  })

  it('is an empty feed', async () => {
    const { app } = await dataService({})
    const { status, text, headers } = await request(app).get('/api/tech-radar/feed.atom')
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('atom+xml')])
    expect(text).toContain('<title>Technology radar</title>')
    expect(text).not.toContain('<entry>')
  })
})

describe('an unavailable stored document', () => {
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
