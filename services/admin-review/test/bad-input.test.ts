import { beforeEach, describe, expect, it } from '@jest/globals'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { harness, type Harness } from './harness.ts'
import { radar } from './radar-data.ts'

const WRITES = [
  '/admin/api/banners',
  '/admin/api/banners/update',
  '/admin/api/banners/toggle',
  '/admin/api/banners/delete',
  '/admin/api/array-data/update',
  '/admin/api/tech-radar/update',
  '/admin/api/normalise/technology',
  '/review/api/tech-radar/update',
]
const NAMES = ['banners', 'arrayData', 'radar', 'projects'] as const

let h: Harness
beforeEach(async () => {
  h = harness()
  await h.seed('banners', { messages: [{ message: 'x' }] })
  await h.seed('arrayData', { languages: ['Go'] })
  await h.seed('radar', radar())
  await h.seed('projects', { projects: [] })
})
const everything = () => Promise.all(NAMES.map((name) => h.stored(name)))

describe.each(WRITES)('POST %s', (path) => {
  it.each([
    ['broken JSON', '{"index":'],
    ['a prototype key', '{"__proto__":{"index":0},"index":0}'],
    ['a constructor key', '{"items":{"constructor":[]},"allCategories":true}'],
    ['an unpaired surrogate', '{"from":"\\ud800","to":"x"}'],
    ['a number above the maximum', '{"index":1e999}'],
    ['an empty body', undefined],
    ['a number', '7'],
  ])('returns 400 for %s and stores nothing', async (_name, body) => {
    await expectRejected(path, body, 400)
  })

  // spec, otherwise: 4-s1a
  it('returns 415 for a content type that is not JSON', async () => {
    const before = await everything()
    const response = await h.post(path, '{"index":0}', { type: 'text/plain' })
    expect(response.status).toBe(415)
    expect(await everything()).toEqual(before)
  })

  it('returns 401 for a forged identity', async () => {
    const response = await h.post(path, {}, { as: null, headers: { [IDENTITY_HEADER]: 'a.b.c' } })
    expect(response.status).toBe(401)
  })
})

/** A route with a small body limit, and one that accepts a complete radar. */
describe.each([
  ['/admin/api/banners/toggle', 413],
  ['/review/api/tech-radar/update', 400],
])('POST %s', (path, status) => {
  it.each([
    ['deep nesting', `{"entries":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['a million keys', `{${Array.from({ length: 1e6 }, (_, i) => `"${i}":1`).join()}}`, 413],
    ['300,000 values', `{"entries":[${'1,'.repeat(300_000)}1]}`, status],
    ['11 MB', JSON.stringify({ message: 'x'.repeat(11 * 1024 * 1024) }), 413],
  ])('rejects %s and stores nothing', async (_name, body, expected) => {
    await expectRejected(path, body, expected)
  })
})

async function expectRejected(path: string, body: string | undefined, status: number) {
  const before = await everything()
  const response = await h.post(path, body)
  expect(response.status).toBe(status)
  expect(response.type).toBe('application/problem+json')
  expect(response.body.error).toEqual(expect.any(String))
  expect(await everything()).toEqual(before)
}
