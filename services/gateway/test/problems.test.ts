import { PROBLEM_TEXTS } from '@landscape/http/errors/problem-texts'
import { elementsOf } from '@landscape/dev/page-reader'
import { afterAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { closeServers, gatewayApp } from './gateway-fixture.ts'

afterAll(closeServers)

describe('GET /problems/{code}', () => {
  const { app } = gatewayApp({ identify: () => undefined })
  it('describes an error type without authentication', async () => {
    const problem = await request(app).put('/docs')
    expect(problem.body.type).toBe('/problems/method-not-allowed')
    const { status, headers, text } = await request(app).get(problem.body.type)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'public, no-cache',
    ])
    expect(text).toContain('The path does not support this method.')
    expect(text).toContain('Status 405 (Method Not Allowed)')
  })

  it('is linked once from the list of errors', async () => {
    const { status, headers, text } = await request(app).get('/problems')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const links = elementsOf(text).flatMap(({ attributes: { href } }) =>
      href?.startsWith('/problems/') ? [href] : [],
    )
    expect(links.toSorted()).toEqual(
      Object.keys(PROBLEM_TEXTS)
        .map((code) => `/problems/${code}`)
        .toSorted(),
    )
    for (const link of links)
      expect([link, (await request(app).get(link)).status]).toEqual([link, 200])
  })

  it('returns 404 as a page for an unknown code', async () => {
    for (const code of ['nothing', 'toString']) {
      const response = await request(app).get(`/problems/${code}`).set('accept', 'text/html')
      expect([response.status, response.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
    }
  })
})
