import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import request from 'supertest'
import { appOf, routeAt } from '../../test/app-of.ts'
import type { Route } from './route.ts'

describe('the access of a route', () => {
  const as = (...groups: string[]) => ({ subject: '1', email: 'kim@acme.example', groups })
  const send = (access: Route['access'], identity: Identity | undefined) => {
    const identityOf = async () => identity
    const handle: Route['handle'] = ({ identity: caller }) => ({
      who: caller?.email ?? 'anonymous',
    })
    return request(appOf([routeAt('/api/a', { access, handle })], { identityOf })).get('/api/a')
  }

  it.each([undefined, 'everybody', { anyGroup: [] }, {}])(
    'prevents the service from starting when it is %j',
    (access) => {
      const undeclared = routeAt('/api/a', { access: access as never })
      expect(() => appOf([undeclared])).toThrow(/^GET \/api\/a declares no access level$|undefined/)
    },
  )

  it.each<[Route['access'], Identity | undefined, string]>([
    ['public', undefined, 'anonymous'],
    ['optional', undefined, 'anonymous'],
    ['optional', as(), 'kim@acme.example'],
    ['authenticated', as(), 'kim@acme.example'],
    [{ anyGroup: ['admin'] }, as('admin'), 'kim@acme.example'],
    [{ anyGroup: ['reviewer', 'admin'] }, as('Admin'), 'kim@acme.example'],
  ])('accepts for %j the identity %j as %s', async (access, identity, name) => {
    const { status, body } = await send(access, identity)
    expect([status, body]).toEqual([200, { who: name }])
  })

  it.each<[Route['access'], Identity | undefined, number, string]>([
    ['authenticated', undefined, 401, 'Missing authentication tokens'],
    [{ anyGroup: ['admin'] }, undefined, 401, 'Missing authentication tokens'],
    [{ anyGroup: ['admin'] }, as(), 403, 'Admin access required'],
    [{ anyGroup: ['admin'] }, as('reviewer'), 403, 'Admin access required'],
    [{ anyGroup: ['reviewer', 'admin'] }, as('guest'), 403, 'Reviewer access required'],
  ])('rejects for %j the identity %j with %i', async (access, identity, expected, error) => {
    const { status, body } = await send(access, identity)
    expect([status, body.error]).toEqual([expected, error])
    expect(body.message).toBe(status === 401 ? 'Unauthorized' : error)
  })

  it('ignores an invalid identity only for public routes', async () => {
    const identityOf = () => Promise.reject(new DomainError('unauthenticated', 'Not authorized'))
    const statusOf = async (access: Route['access']) => {
      const app = appOf([routeAt('/api/a', { access })], { identityOf })
      return (await request(app).get('/api/a')).status
    }
    expect(await statusOf('public')).toBe(200)
    expect(await statusOf('optional')).toBe(401)
    expect(await statusOf('authenticated')).toBe(401)
  })
})

describe('the address of the client', () => {
  it('is the one that the gateway sets', async () => {
    const echo = routeAt('/api/a', { handle: ({ address }) => ({ address }) })
    const { body } = await request(appOf([echo]))
      .get('/api/a')
      .set('x-forwarded-for', '203.0.113.7')
    expect(body).toEqual({ address: '203.0.113.7' })
  })
})
