import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import request from 'supertest'
import { z } from 'zod'
import { appOf } from '../../test/app-of.ts'
import type { Deprecation } from './deprecation.ts'
import { route } from './route.ts'

const since = '2026-11-22'
const successor = '/api/new'
const link = '</api/new>; rel="successor-version"'

/** A route that fails on request, deprecated or not. */
const oldRoute = (deprecated?: Deprecation) =>
  route({
    method: 'get',
    path: '/api/old',
    summary: 'An old route',
    access: 'public',
    ...(deprecated && { deprecated }),
    query: z.object({ fail: z.string().optional() }),
    reply: z.array(z.string()),
    codes: ['not-found'],
    handle({ query }) {
      if (query.fail) throw new DomainError('not-found', 'Not found')
      return ['a']
    },
  })

describe('a deprecated route', () => {
  // spec: own.versions.retiring 9-s3
  it('adds its headers to every response, including errors', async () => {
    const app = appOf([oldRoute({ since, successor })])
    for (const [path, status] of [
      ['/api/old', 200],
      ['/api/old?fail=yes', 404],
    ] as const) {
      const response = await request(app).get(path)
      expect(response.status).toBe(status)
      expect(response.headers).toMatchObject({ deprecation: '@1795305600', link })
      expect(response.headers).not.toHaveProperty('sunset')
    }
  })

  it('adds a Sunset header once the day is decided', async () => {
    const app = appOf([oldRoute({ since, sunset: '2027-06-01', successor })])
    const { headers } = await request(app).get('/api/old')
    expect(headers['sunset']).toBe('Tue, 01 Jun 2027 00:00:00 GMT')
  })

  it.each([
    [{ since: '2026-11-31', successor }, '2026-11-31 is not a valid date'],
    [{ since: 'soon', successor }, 'soon is not a valid date'],
    [{ since, sunset: '2027-05-20', successor }, 'less than 180 days after 2026-11-22'],
  ])('prevents the service from starting when it is %j', (deprecated, fault) => {
    expect(() => appOf([oldRoute(deprecated)])).toThrow(fault)
  })

  it('accepts a sunset 180 days after the announcement', () => {
    expect(() => appOf([oldRoute({ since, sunset: '2027-05-21', successor })])).not.toThrow()
  })
})

describe('a route that is not deprecated', () => {
  // spec, otherwise: own.versions.retiring
  it('has no deprecation headers', async () => {
    const { headers } = await request(appOf([oldRoute()])).get('/api/old')
    for (const name of ['deprecation', 'sunset', 'link']) expect(headers).not.toHaveProperty(name)
  })
})
