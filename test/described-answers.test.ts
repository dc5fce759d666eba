import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient } from './support/client.ts'
import { assertDescribed } from './support/described.ts'
import { joinLandscape, type SharedLandscape } from './support/shared-landscape.ts'

let landscape: SharedLandscape
beforeAll(async () => {
  landscape = await joinLandscape()
}, 60_000)
afterAll(async () => landscape?.leave())

describe('an answer that is held against the description', () => {
  const ask = async (path: string) => {
    const { status, headers } = await globalThis.fetch(landscape.url + path)
    return { status, headers: Object.fromEntries(headers), text: '' }
  }
  it.each([
    ['no header x-request-id', { 'x-request-id': undefined }],
    ['the header x-powered-by, which is not described', { 'x-powered-by': 'x' }],
    ['a header x-frame-options of another form', { 'x-frame-options': 'ALLOWALL' }],
    ['a header etag of another form', { etag: 'no quotes' }],
  ])('fails with %s', async (fault, change) => {
    const answer = await ask('/api/banners')
    const compare = (changes: object) => () =>
      assertDescribed('HEAD', '/api/banners', {
        ...answer,
        headers: { ...answer.headers, ...changes },
      })
    expect(compare({})).not.toThrow()
    expect(compare(change)).toThrow(`200 with ${fault}`)
  })

  it('fails with a member of a refusal that is not described', async () => {
    const path = '/problems/unheard-of'
    const answer = await globalThis.fetch(landscape.url + path)
    const refusal = (await answer.json()) as object
    const compare = (more: object) => () =>
      assertDescribed('GET', path, {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: JSON.stringify({ ...refusal, ...more }),
      })
    expect(compare({})).not.toThrow()
    expect(compare({ hint: 'x' })).toThrow('404 with the member hint, which is not described')
  })

  it('is that to the path that was sent, in which dots have led elsewhere', async () => {
    const client = createClient(landscape.url)
    expect((await client.get('/api/banners/all/..')).status).toBe(200)
    client.close()
  })

  it('fails also where no operation is asked for, with a header of another form or another body', async () => {
    const answer = await ask('/nowhere')
    const compare = (change: object) => () =>
      assertDescribed('GET', '/nowhere', { ...answer, ...change })
    expect(compare({})).not.toThrow()
    expect(compare({ headers: { 'x-frame-options': 'ALLOWALL' } })).toThrow('x-frame-options')
    expect(compare({ text: '{}' })).toThrow('another body')
    expect(compare({ status: 200 })).toThrow('is not described')
  })
})
