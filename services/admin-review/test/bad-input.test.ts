import { beforeEach, describe, expect, it } from '@jest/globals'
import { IDENTITY_HEADER } from '@landscape/identity'
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
/** Whose bodies are short. */
const FORMS = new Set(
  ['banners/update', 'banners/toggle', 'banners/delete', 'normalise/technology'].map(
    (path) => `/admin/api/${path}`,
  ),
)
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
    ['broken JSON', '{"index":', 400],
    ['deep nesting', `{"entries":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['a million keys', `{${Array.from({ length: 1e6 }, (_, i) => `"${i}":1`).join()}}`, 413],
    ['very many values', `{"entries":[${'1,'.repeat(300_000)}1]}`, FORMS.has(path) ? 413 : 400],
    ['a prototype key', '{"__proto__":{"index":0},"index":0}', 400],
    ['a constructor key', '{"items":{"constructor":[]},"allCategories":true}', 400],
    ['an unpaired surrogate', '{"from":"\\ud800","to":"x"}', 400],
    ['a number past the largest', '{"index":1e999}', 400],
    ['11 MB', JSON.stringify({ message: 'x'.repeat(11 * 1024 * 1024) }), 413],
    ['nothing', undefined, 400],
    ['a number', '7', 400],
  ])('refuses %s as JSON and stores nothing', async (_name, body, status) => {
    const before = await everything()
    const response = await h.post(path, body)
    expect(response.status).toBe(status)
    expect(response.type).toBe('application/problem+json')
    expect(response.body.error).toEqual(expect.any(String))
    expect(await everything()).toEqual(before)
  })

  // spec, otherwise: 4-s1a
  it('refuses a content type that is not JSON', async () => {
    const before = await everything()
    const response = await h.post(path, '{"index":0}', { type: 'text/plain' })
    expect(response.status).toBe(415)
    expect(await everything()).toEqual(before)
  })

  it('refuses a forged identity', async () => {
    const response = await h.post(path, {}, { as: null, headers: { [IDENTITY_HEADER]: 'a.b.c' } })
    expect(response.status).toBe(401)
  })
})
