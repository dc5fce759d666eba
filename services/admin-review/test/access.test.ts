import { describe, expect, it } from '@jest/globals'
import { ADMIN, harness, NOBODY, REVIEWER } from './harness.ts'

const ADMIN_ROUTES = [
  ['get', '/admin/api/banners'],
  ['post', '/admin/api/banners'],
  ['post', '/admin/api/banners/update'],
  ['post', '/admin/api/banners/toggle'],
  ['post', '/admin/api/banners/delete'],
  ['get', '/admin/api/array-data'],
  ['post', '/admin/api/array-data/update'],
  ['get', '/admin/api/technology-names'],
  ['put', '/admin/api/technology-names'],
  ['post', '/admin/api/technology-names/aliases'],
  ['delete', '/admin/api/technology-names/aliases'],
  ['get', '/admin/api/keys'],
  ['post', '/admin/api/keys'],
  ['post', '/admin/api/keys/{id}/revoke'],
  ['get', '/admin/api/tech-radar'],
  ['post', '/admin/api/tech-radar/update'],
  ['post', '/admin/api/normalise/technology'],
  ['post', '/admin/api/normalise-technology'],
  ['get', '/admin/api/history'],
  ['get', '/admin/api/history/{id}'],
  ['post', '/admin/api/history/{id}/undo'],
  ['get', '/admin/api/documents/{document}'],
] as const
const REVIEW_ROUTES = [
  ['post', '/review/api/tech-radar/update'],
  ['get', '/review/api/history'],
  ['get', '/review/api/history/{id}'],
  ['post', '/review/api/history/{id}/undo'],
  ['get', '/changes'],
  ['get', '/changes/{id}'],
  ['post', '/changes/{id}/undo'],
] as const

type Method = (typeof ADMIN_ROUTES | typeof REVIEW_ROUTES)[number][0]

const h = harness()
const call = (method: Method, path: string, as: typeof ADMIN | null) =>
  method === 'get' || method === 'delete'
    ? h[method](path, { as })
    : h[method](path, '{broken', { as })

describe.each([...ADMIN_ROUTES, ...REVIEW_ROUTES])('%s %s', (method, path) => {
  // spec: 5-s7a 7-r2
  it('returns 401 without an identity before it reads the body', async () => {
    const response = await call(method, path, null)
    expect(response.status).toBe(401)
    expect(response.body).toMatchObject({
      message: 'Unauthorized',
      error: 'Missing authentication tokens',
    })
  })

  // spec: 5-s7b 7-r3
  // spec, otherwise: 1-s7 1-r4b 5-s4a 5-s6c
  it('returns 403 to a caller without the group before it reads the body', async () => {
    const response = await call(method, path, NOBODY)
    expect(response.status).toBe(403)
    const group = path.startsWith('/admin') ? 'Admin' : 'Reviewer'
    expect(response.body.message).toBe(`${group} access required`)
  })

  // spec: 5-s4a 1-s12b
  // spec, otherwise: 5-s7a 5-s7b 7-r2 7-r3
  it('accepts an administrator', async () => {
    expect([401, 403]).not.toContain((await call(method, path, ADMIN)).status)
  })
})

describe('requests of a reviewer', () => {
  // spec, otherwise: 1-r3b 5-s4b 5-s6b
  it.each(ADMIN_ROUTES)('returns 403 for %s %s', async (method, path) => {
    expect((await call(method, path, REVIEWER)).status).toBe(403)
  })

  // spec: 1-r4b 5-s4b
  it.each(REVIEW_ROUTES)('accepts %s %s', async (method, path) => {
    const response = await call(method, path, REVIEWER)
    expect([401, 403]).not.toContain(response.status)
    const error = path.startsWith('/changes')
      ? 'Content-Type must be application/x-www-form-urlencoded'
      : 'Invalid JSON body'
    if (method === 'post') expect(response.body.error).toBe(error)
  })
})
