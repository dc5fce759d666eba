import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient } from './support/client.ts'
import { assertDescribed } from './support/described.ts'
import { joinLandscape, type SharedLandscape } from './support/shared-landscape.ts'

let landscape: SharedLandscape
beforeAll(async () => {
  landscape = await joinLandscape()
})
afterAll(async () => landscape?.leave())

describe('assertDescribed', () => {
  const get = async (path: string) => {
    const { status, headers } = await globalThis.fetch(landscape.url + path)
    return { status, headers: Object.fromEntries(headers), text: '' }
  }
  it.each([
    ['the missing header x-request-id', { 'x-request-id': undefined }],
    ['the undescribed header x-powered-by', { 'x-powered-by': 'x' }],
    ['the invalid header x-frame-options', { 'x-frame-options': 'ALLOWALL' }],
    ['the invalid header etag', { etag: 'no quotes' }],
  ])('reports %s', async (fault, change) => {
    const response = await get('/api/banners')
    const check = (changes: object) => () =>
      assertDescribed('HEAD', '/api/banners', {
        ...response,
        headers: { ...response.headers, ...changes },
      })
    expect(check({})).not.toThrow()
    expect(check(change)).toThrow(`200 with ${fault}`)
  })

  it('reports an undescribed member of an error', async () => {
    const path = '/problems/unknown'
    const response = await globalThis.fetch(landscape.url + path)
    const problem = (await response.json()) as object
    const check = (more: object) => () =>
      assertDescribed('GET', path, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: JSON.stringify({ ...problem, ...more }),
      })
    expect(check({})).not.toThrow()
    expect(check({ hint: 'x' })).toThrow('404 with the member hint, which is not described')
  })

  it('validates against the path after dot segments are resolved', async () => {
    const client = createClient(landscape.url)
    expect((await client.get('/api/banners/all/..')).status).toBe(200)
    client.close()
  })

  it('validates headers and body of a response without an operation', async () => {
    const response = await get('/nowhere')
    const check = (change: object) => () =>
      assertDescribed('GET', '/nowhere', { ...response, ...change })
    expect(check({})).not.toThrow()
    expect(check({ headers: { 'x-frame-options': 'ALLOWALL' } })).toThrow('x-frame-options')
    expect(check({ text: '{}' })).toThrow('an undescribed body')
    expect(check({ status: 200 })).toThrow('is not described')
  })
})
